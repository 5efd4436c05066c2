"""The durable inbox: a delivery is stored before it is answered, and stays until its work is done."""
