FROM python:3.11-slim-bookworm AS build
WORKDIR /app
COPY requirements/main.lock requirements/main.lock
RUN python -m venv /venv \
 && /venv/bin/pip install --no-cache-dir --require-hashes --only-binary :all: --requirement requirements/main.lock
COPY pyproject.toml README.md LICENSE app.yml ./
COPY config config
COPY checks checks
COPY bot bot
COPY workers workers
RUN /venv/bin/pip install --no-cache-dir --no-deps --no-build-isolation .

FROM python:3.11-slim-bookworm
RUN apt-get update \
 && apt-get install --yes --no-install-recommends git \
 && rm -rf /var/lib/apt/lists/* \
 && useradd --system --home-dir /data --create-home design-review
COPY --from=build /venv /venv
ENV PATH=/venv/bin:$PATH PYTHONUNBUFFERED=1 DATA_DIR=/data HOST=0.0.0.0
USER design-review
WORKDIR /data
VOLUME /data
EXPOSE 8000
ENTRYPOINT ["design-review"]
CMD ["serve"]
