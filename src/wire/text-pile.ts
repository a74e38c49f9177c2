const PIECES_AT_ONCE = 64

/** Text that grows by small pieces, without keeping each of them alive for as long as the stream is open. */
export interface TextPile {
  add(piece: string): void
  readonly text: string
}

export function createTextPile(start = ''): TextPile {
  let whole = start
  let pieces: string[] = []

  function settle(): void {
    whole += pieces.join('')
    pieces = []
  }

  return {
    add(piece) {
      if (piece === '') return
      pieces.push(piece)
      if (pieces.length === PIECES_AT_ONCE) settle()
    },
    get text() {
      if (pieces.length > 0) settle()
      return whole
    },
  }
}
