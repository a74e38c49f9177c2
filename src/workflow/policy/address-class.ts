import { BlockList, isIP, isIPv4 } from 'node:net'

/** Ranges that are not the public internet, as the registries list them. */
const RANGES: Readonly<Record<string, readonly string[]>> = {
  unspecified: ['0.0.0.0/8', '::/128'],
  loopback: ['127.0.0.0/8', '::1/128'],
  'link-local': ['169.254.0.0/16', 'fe80::/10'],
  private: ['10.0.0.0/8', '172.16.0.0/12', '192.168.0.0/16', 'fc00::/7', 'fec0::/10'],
  shared: ['100.64.0.0/10'],
  reserved: [
    '192.0.0.0/24',
    '192.0.2.0/24',
    '198.18.0.0/15',
    '198.51.100.0/24',
    '203.0.113.0/24',
    '240.0.0.0/4',
    '2001:db8::/32',
    '100::/64',
  ],
  multicast: ['224.0.0.0/4', 'ff00::/8'],
}

const LISTS = Object.entries(RANGES).map(([name, ranges]) => {
  const list = new BlockList()
  for (const range of ranges) {
    const [network, bits] = range.split('/') as [string, string]
    list.addSubnet(network, Number(bits), isIPv4(network) ? 'ipv4' : 'ipv6')
  }
  return { name, list }
})

/** `public`, or the name of the range; an IPv4 address inside an IPv6 one counts as itself. */
export function addressClass(address: string): string {
  const plain = address.replace(/^\[|\]$/gu, '').replace(/%.*$/u, '')
  const version = isIP(plain)
  if (version === 0) return 'not-an-address'
  const inner = version === 6 ? embeddedIPv4(plain) : undefined
  if (inner !== undefined) return addressClass(inner)
  const found = LISTS.find(({ list }) => list.check(plain, version === 4 ? 'ipv4' : 'ipv6'))
  return found?.name ?? 'public'
}

/** Mapped (`::ffff:1.2.3.4`), translated (`64:ff9b::`) and 6to4 (`2002:`) addresses lead to an IPv4 one. */
function embeddedIPv4(address: string): string | undefined {
  const words = wordsOf(address)
  const last = (high: number, low: number) => [high >> 8, high & 255, low >> 8, low & 255].join('.')
  if (
    words.slice(0, 5).every((word) => word === 0) &&
    (words[5] === 0xff_ff || (words[5] === 0 && (words[6] !== 0 || words[7]! > 1)))
  )
    return last(words[6]!, words[7]!)
  if (words[0] === 0x64 && words[1] === 0xff_9b) return last(words[6]!, words[7]!)
  return words[0] === 0x20_02 ? last(words[1]!, words[2]!) : undefined
}

function wordsOf(address: string): number[] {
  const dotted = /^(.*:)(\d+)\.(\d+)\.(\d+)\.(\d+)$/u.exec(address)
  const text =
    dotted === null
      ? address
      : `${dotted[1]}${((Number(dotted[2]) << 8) | Number(dotted[3])).toString(16)}:${((Number(dotted[4]) << 8) | Number(dotted[5])).toString(16)}`
  const [front = '', back] = text.split('::')
  const read = (part: string) => (part === '' ? [] : part.split(':').map((word) => Number.parseInt(word, 16)))
  const left = read(front)
  const right = back === undefined ? [] : read(back)
  return [...left, ...Array.from({ length: 8 - left.length - right.length }, () => 0), ...right]
}
