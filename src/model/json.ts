/** What JSON can carry; everything that crosses a surface is made of this. */
export type JsonValue = string | number | boolean | null | readonly JsonValue[] | JsonObject

export interface JsonObject {
  readonly [key: string]: JsonValue
}
