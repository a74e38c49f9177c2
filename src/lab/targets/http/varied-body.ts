import { gzipSync } from 'node:zlib'
import type { BodyVariation, ExtraField } from '../../../mutations/request/variation.ts'
import type { JsonObject, JsonValue } from '../../../model/index.ts'

export interface VariedBody {
  readonly bytes: Buffer
  /** In place of the request's own. */
  readonly contentType?: string
  readonly contentEncoding?: string
}

export function variedBody(body: string, variation: BodyVariation = {}): VariedBody {
  if (variation.empty === true) return { bytes: Buffer.alloc(0) }
  const fields = fieldsOf(body)
  const widened = fields === undefined ? undefined : withExtra(fields, variation.extraField)
  const written =
    widened === undefined || variation.format === undefined
      ? { text: widened === undefined || variation.extraField === undefined ? body : JSON.stringify(widened) }
      : FORMATS[variation.format](widened)
  const { contentType } = written as { readonly contentType?: string }
  return {
    ...encoded(padded(written.text, variation.whitespace), variation.encoding),
    ...(contentType !== undefined && { contentType }),
  }
}

function fieldsOf(body: string): JsonObject | undefined {
  try {
    const value = JSON.parse(body) as JsonValue
    return typeof value === 'object' && value !== null && !Array.isArray(value)
      ? (value as JsonObject)
      : undefined
  } catch {
    return undefined
  }
}

function withExtra(fields: JsonObject, extra: ExtraField | undefined): JsonObject {
  return extra === undefined ? fields : { ...fields, [extra.name]: extraValue(extra) }
}

function extraValue(extra: ExtraField): JsonValue {
  if (extra.shape === 'text') return 'x'.repeat(extra.bytes)
  if (extra.shape === 'entries')
    return Object.fromEntries(Array.from({ length: extra.count }, (_, index) => [`key${index}`, index]))
  let value: JsonValue = 0
  for (let depth = 0; depth < extra.count; depth++) value = [value]
  return value
}

function plainText(value: JsonValue): string {
  return typeof value === 'string' ? value : JSON.stringify(value)
}

const BOUNDARY = 'holdfast-boundary-7d1f4c'

const FORMATS = {
  form: (fields) => ({
    text: new URLSearchParams(
      Object.entries(fields).map(([name, value]): [string, string] => [name, plainText(value)]),
    ).toString(),
    contentType: 'application/x-www-form-urlencoded',
  }),
  multipart: (fields) => ({
    text: `${Object.entries(fields)
      .map(
        ([name, value]) =>
          `--${BOUNDARY}\r\nContent-Disposition: form-data; name="${name.replaceAll('"', '%22')}"\r\n\r\n${plainText(value)}\r\n`,
      )
      .join('')}--${BOUNDARY}--\r\n`,
    contentType: `multipart/form-data; boundary=${BOUNDARY}`,
  }),
  xml: (fields) => ({
    text: `<?xml version="1.0" encoding="UTF-8"?><request>${Object.entries(fields)
      .map(([name, value]) => `<${xmlName(name)}>${xmlText(plainText(value))}</${xmlName(name)}>`)
      .join('')}</request>`,
    contentType: 'application/xml',
  }),
} as const satisfies Record<
  NonNullable<BodyVariation['format']>,
  (fields: JsonObject) => { readonly text: string; readonly contentType: string }
>

function xmlName(name: string): string {
  const plain = name.replace(/[^\w.-]/gu, '_')
  return /^[A-Za-z_]/u.test(plain) ? plain : `_${plain}`
}

function xmlText(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
}

function padded(text: string, whitespace: BodyVariation['whitespace']): string {
  if (whitespace === undefined) return text
  const blanks = ' '.repeat(whitespace.bytes)
  return whitespace.where === 'before' ? blanks + text : text + blanks
}

function encoded(text: string, encoding: BodyVariation['encoding']): VariedBody {
  if (encoding === 'gzip') return { bytes: gzipSync(text), contentEncoding: 'gzip' }
  if (encoding === 'utf-16le') return { bytes: Buffer.from(`\uFEFF${text}`, 'utf16le') }
  if (encoding === 'utf-8-bom') return { bytes: Buffer.from(`\uFEFF${text}`, 'utf8') }
  return { bytes: Buffer.from(text, encoding === 'latin-1' ? 'latin1' : 'utf8') }
}
