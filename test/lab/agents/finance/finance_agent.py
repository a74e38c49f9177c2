"""A small agent as a callable, with a tool that can be wrapped."""

import finance_wire


def market_data_api(symbol):
    return {"symbol": symbol, "price": "123.45", "currency": "USD"}


def answer(question):
    return finance_wire.answer(question, market_data_api)
