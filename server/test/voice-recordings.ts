/** Recordings as browsers make them, with silence in place of speech. */

const element = (id: string, ...content: (Buffer | string)[]): Buffer => {
  const payload = Buffer.concat(content.map((part) => (typeof part === 'string' ? Buffer.from(part, 'latin1') : part)))
  const size = Buffer.alloc(8)
  size.writeBigUInt64BE(BigInt(payload.length) | (1n << 56n))
  return Buffer.concat([Buffer.from(id, 'hex'), size, payload])
}
/** As while it records: the size is not known yet. */
const open = (id: string, ...content: Buffer[]): Buffer =>
  Buffer.concat([Buffer.from(id, 'hex'), Buffer.from('01ffffffffffffff', 'hex'), ...content])
const number = (value: number): Buffer => {
  const bytes = Buffer.alloc(4)
  bytes.writeUInt32BE(value)
  return bytes
}

type WebmParts = { seconds: number; bytesPerSecond?: number; codec?: string; trackType?: number }

/** One cluster and one block a second. */
export function voiceWebm({ seconds, bytesPerSecond = 1_000, codec = 'A_OPUS', trackType = 2 }: WebmParts): Buffer {
  const block = element('a3', Buffer.from('81000080', 'hex'), Buffer.alloc(bytesPerSecond))
  const clusters = Array.from({ length: seconds + 1 }, (_, second) =>
    open('1f43b675', element('e7', number(second * 1000)), block),
  )
  return Buffer.concat([
    element('1a45dfa3', element('4282', 'webm')),
    open(
      '18538067',
      element('1549a966', element('2ad7b1', number(1_000_000))),
      element('1654ae6b', element('ae', element('d7', number(1)), element('83', number(trackType)), element('86', codec))),
      ...clusters,
    ),
  ])
}

function page(position: number, number: number, content: Buffer): Buffer {
  const head = Buffer.alloc(27)
  head.write('OggS', 0, 'latin1')
  head[5] = number === 0 ? 2 : 0
  head.writeBigInt64LE(BigInt(position), 6)
  head.writeUInt32LE(7, 14)
  head.writeUInt32LE(number, 18)
  const segments = [...Array.from({ length: Math.floor(content.length / 255) }, () => 255), content.length % 255]
  head[26] = segments.length
  return Buffer.concat([head, Buffer.from(segments), content])
}

export function voiceOgg(seconds: number): Buffer {
  const head = Buffer.concat([Buffer.from('OpusHead\x01\x01', 'latin1'), Buffer.from([0x38, 0x01]), Buffer.alloc(7)])
  const pages = Array.from({ length: seconds }, (_, second) => page((second + 1) * 48_000 + 312, second + 2, Buffer.alloc(900)))
  return Buffer.concat([page(0, 0, head), page(0, 1, Buffer.from('OpusTags')), ...pages])
}
