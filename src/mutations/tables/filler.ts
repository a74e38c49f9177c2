/** Sentences that change nothing about any request; no digits, so that they add no number. */
export const ASIDES: readonly string[] = [
  'It has been raining here since the morning.',
  'My neighbour is learning to play the trumpet.',
  'The coffee machine in our kitchen is being repaired.',
  'I am writing this on the train, so the connection may be slow.',
  'Last summer we painted the fence green.',
  'Somebody left an umbrella in the hallway again.',
  'There is a small bakery around the corner that I like.',
  'My sister has just moved to a flat with a balcony.',
  'The cat is asleep on the warm part of the desk.',
  'We had a long discussion about gardening yesterday.',
  'The lift in this building makes a strange noise.',
  'I found an old photo album while tidying up.',
  'The traffic light outside has been blinking all day.',
  'A friend of mine collects maps of places nobody visits.',
  'The office plants look better than they did in spring.',
  'Lunch was late because the oven needed time to heat.',
]
