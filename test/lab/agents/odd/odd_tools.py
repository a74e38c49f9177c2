def lookup(key):
    return {"key": key, "value": 42}


async def lookup_later(key):
    return "later " + key


REGISTRY = {"lookup": lookup}
