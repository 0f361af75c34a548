# Four each of the cards 1 to 6; lay one card in turn; a player whose every card makes the total exceed 31 loses.
#
# A position is the cards played so far, in order: 35362.
# Source: H. E. Dudeney, The Canterbury Puzzles (1907), no. 79
start = ""

def total(cards):
    return sum(int(card) for card in cards)

def moves(cards):
    return [
        (card, cards + card)
        for card in "123456"
        if cards.count(card) < 4 and total(cards + card) <= 31
    ]

def plies_left(cards):
    return 31 - total(cards)

def canonical(cards):
    return "".join(sorted(cards))

def parse(text):
    is_played = all(card in "123456" and text.count(card) <= 4 for card in text) and total(text) <= 31
    return text if is_played else None

def draw(cards):
    return {"laid": list(cards), "piles": {card: 4 - cards.count(card) for card in "123456"}}

def caption(cards):
    return "total %d of 31" % total(cards)
