/** The unit everything here works on: one event of a stream with the bytes it came in. */
export interface Frame {
  readonly bytes: Uint8Array
  /** The payload; `undefined` for comments, blank lines and brackets, which mean nothing to a client. */
  readonly data?: string
  /** The stream says that it is over. */
  readonly closing?: true
}

/** Cuts bytes into frames. What comes out does not depend on how the network cut what went in. */
export interface FrameSplitter {
  push(bytes: Uint8Array): readonly Frame[]
  /** What is left when the bytes are over: at most one frame that never got its end. */
  end(): readonly Frame[]
  /** Bytes of the frame that is still open. */
  readonly openBytes: number
}

/** One way of putting events on the wire. A writer is used for one stream and remembers what it wrote. */
export interface Framing {
  createSplitter(): FrameSplitter
  createWriter(): FrameWriter
  /** Harmless bytes that keep a connection alive between two frames. */
  readonly keepAlive: Uint8Array
}

export interface FrameWriter {
  /** A frame as it came. */
  pass(frame: Frame): Uint8Array
  /** A frame of our own. */
  write(data: string, event?: string): Uint8Array
  /** What must stand at the end of a stream that we end ourselves. */
  close(): Uint8Array | undefined
}
