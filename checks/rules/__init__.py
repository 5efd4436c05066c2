"""What we say about a change, one rule a module, named after the defect."""
