/** Small files that are recordings as far as the server reads them. */

/** Silent frames of 24 milliseconds; `mark` makes another recording. */
export function mp3(frames = 3, mark = 0): Buffer {
  // MPEG 1, layer III, 32 kbit/s at 48 kHz: 96 bytes a frame.
  const frame = Buffer.alloc(96)
  frame.set([0xff, 0xfb, 0x14, 0xc4, mark])
  return Buffer.concat(Array.from({ length: frames }, () => frame))
}

function box(type: string, ...content: readonly Buffer[]): Buffer {
  const head = Buffer.alloc(8)
  head.writeUInt32BE(8 + content.reduce((sum, { length }) => sum + length, 0))
  head.write(type, 4, 'latin1')
  return Buffer.concat([head, ...content])
}

function track(handler: string, codec: string): Buffer {
  const hdlr = box('hdlr', Buffer.alloc(8), Buffer.from(handler, 'latin1'), Buffer.alloc(12))
  const stsd = box('stsd', Buffer.from([0, 0, 0, 0, 0, 0, 0, 1]), box(codec, Buffer.alloc(16)))
  return box('trak', box('mdia', hdlr, box('minf', box('stbl', stsd))))
}

/** An MP4 with these codecs, such as `avc1` and `mp4a`. Its movie header comes last, as phones write it. */
export function mp4({ video, sound }: { video?: string; sound?: string }, bytes = 64): Buffer {
  const tracks = [...(video === undefined ? [] : [track('vide', video)]), ...(sound === undefined ? [] : [track('soun', sound)])]
  return Buffer.concat([box('ftyp', Buffer.from('isom', 'latin1')), box('mdat', Buffer.alloc(bytes)), box('moov', ...tracks)])
}

/** The beginning of a WebM with these codecs, such as `V_VP9`. */
export const webm = (...codecs: readonly string[]): Buffer =>
  Buffer.concat([
    Buffer.from([0x1a, 0x45, 0xdf, 0xa3, 0x87, 0x42, 0x82, 0x84]),
    Buffer.from('webm', 'latin1'),
    ...codecs.map((codec) => Buffer.concat([Buffer.from([0x86, 0x80 + codec.length]), Buffer.from(codec, 'latin1')])),
  ])
