/** Forgets the oldest entry when it is full. */
export class BoundedMap<Value> {
  private readonly entries = new Map<string, Value>()

  constructor(private readonly most: number) {}

  get(key: string): Value | undefined {
    return this.entries.get(key)
  }

  set(key: string, value: Value): void {
    this.entries.delete(key)
    this.entries.set(key, value)
    if (this.entries.size <= this.most) return
    for (const oldest of this.entries.keys()) {
      this.entries.delete(oldest)
      return
    }
  }

  take(key: string): Value | undefined {
    const value = this.entries.get(key)
    this.entries.delete(key)
    return value
  }
}
