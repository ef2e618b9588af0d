"""Evaluates a cluster query on an instance type.

Source: Amazon ECS developer guide, "Create expressions to define container
instances for Amazon ECS tasks". Only the attributes that follow from the
instance type are known here; another one is an error, not a guess.
"""

import re

TOKEN = re.compile(r"\s*(\[[^\]]*\]|\(|\)|&&|\|\||==|!=|=~|!~|!in\b|!(?!\w)|[^\s()\[\]]+)")

NEGATED = {"!=": "==", "not_equals": "==", "!in": "in", "not_in": "in", "!~": "=~", "not_matches": "=~"}
SAME = {"equals": "==", "matches": "=~"}


def admits(query, attributes):
    """Returns whether an instance with these attributes satisfies the query."""
    parser = _Parser(TOKEN.findall(query), attributes)
    result = parser.any()
    if parser.tokens:
        raise ValueError(f"{query!r}: cannot read {parser.tokens[0]!r}")
    return result


class _Parser:
    def __init__(self, tokens, attributes):
        self.tokens, self.attributes = tokens, attributes

    def take(self, *expected):
        if self.tokens and (not expected or self.tokens[0] in expected):
            return self.tokens.pop(0)
        if not expected:
            raise ValueError("the query ends too early")
        return None

    def any(self):
        result = self.every()
        while self.take("or", "||"):
            result = self.every() or result
        return result

    def every(self):
        result = self.one()
        while self.take("and", "&&"):
            result = self.one() and result
        return result

    def one(self):
        if self.take("not", "!"):
            return not self.one()
        if self.take("("):
            result = self.any()
            if not self.take(")"):
                raise ValueError("a parenthesis is not closed")
            return result
        return self.compare(self.take(), self.take(), self.take())

    def compare(self, subject, operator, argument):
        value = self.attributes[subject.removeprefix("attribute:")]
        if operator in NEGATED:
            return not self.compare(subject, NEGATED[operator], argument)
        match SAME.get(operator, operator):
            case "==":
                return value == argument
            case "in":
                return value in [each.strip() for each in argument.strip("[]").split(",")]
            case "=~":
                return re.fullmatch(argument, value) is not None
        raise ValueError(f"unknown operator {operator!r}")
