/** `1 call`, `2 calls`: evidence is read by people. */
export function counted(count: number, one: string, several = `${one}s`): string {
  return `${count} ${count === 1 ? one : several}`
}
