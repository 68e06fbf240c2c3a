import { crc32 } from 'node:zlib'

/** An uncompressed archive with these files, built here instead of a binary fixture. */
export function zipOf(files: Readonly<Record<string, string>>): Buffer {
  const parts: Buffer[] = []
  const entries: Buffer[] = []
  let offset = 0
  for (const [name, text] of Object.entries(files)) {
    const [nameBytes, bytes] = [Buffer.from(name), Buffer.from(text)]
    const sizes = Buffer.alloc(12)
    sizes.writeUInt32LE(crc32(bytes), 0)
    sizes.writeUInt32LE(bytes.length, 4)
    sizes.writeUInt32LE(bytes.length, 8)
    const start = Buffer.concat([
      Buffer.from('504b03041400000000000000', 'hex'),
      Buffer.alloc(2),
      sizes,
      lengthsOf(nameBytes),
      nameBytes,
      bytes,
    ])
    const place = Buffer.alloc(4)
    place.writeUInt32LE(offset)
    const head = Buffer.from('504b0102140014000000000000000000', 'hex')
    entries.push(Buffer.concat([head, sizes, lengthsOf(nameBytes), Buffer.alloc(10), place, nameBytes]))
    parts.push(start)
    offset += start.length
  }
  const directory = Buffer.concat(entries)
  const end = Buffer.alloc(22)
  end.writeUInt32LE(0x06054b50, 0)
  end.writeUInt16LE(entries.length, 8)
  end.writeUInt16LE(entries.length, 10)
  end.writeUInt32LE(directory.length, 12)
  end.writeUInt32LE(offset, 16)
  return Buffer.concat([...parts, directory, end])
}

/** The length of the name, and an empty extra field. */
function lengthsOf(name: Buffer): Buffer {
  const lengths = Buffer.alloc(4)
  lengths.writeUInt16LE(name.length)
  return lengths
}
