import { createHash, randomBytes, randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { updateProfile } from '@saathi/contract/accounts/calls'
import sharp from 'sharp'
import { keyOf } from '../server/src/core/files/file-store.ts'
import { folderStore } from '../server/src/core/files/folder-store.ts'
import { withClient } from './engines.ts'
import type { Person } from './people.ts'

const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest()

/** Many files and rows, as after years of use, stored where uploads are stored. */
export async function plantBulk(
  url: string,
  dataDir: string,
  owner: Person,
  bulk: { files: number; bytesEach: number; rows: number },
) {
  const store = folderStore(join(dataDir, 'files'))
  await withClient(url, async (client) => {
    for (let at = 0; at < bulk.files; at += 1) {
      const id = randomUUID()
      const bytes = randomBytes(bulk.bytesEach)
      await store.put(keyOf(id, 'original'), bytes)
      await client.query(
        `insert into file (id, owner_id, purpose, name, type, size, sha256, created_at)
         values ($1, $2, 'document', 'a.pdf', 'application/pdf', $3, $4, now())`,
        [id, owner.id, bytes.length, sha256(bytes)],
      )
    }
    await client.query(
      `insert into idempotent_reply (person_id, call, key, body_hash, status, reply, created_at)
       select $1, 'POST /drill/', gen_random_uuid(), sha256(n::text::bytea), 200, '{}', now() from generate_series(1, $2::int) n`,
      [owner.id, bulk.rows],
    )
  })
}

/** Uploads a profile picture through the real call, which re-encodes it and adds a thumbnail. */
export async function uploadPicture(url: string, person: Person): Promise<void> {
  const create = { width: 300, height: 300, channels: 3 as const, background: '#1f7a6d' }
  const picture = await sharp({ create }).png().toBuffer()
  const body = new FormData()
  body.set('picture', new Blob([new Uint8Array(picture)], { type: 'image/png' }), 'me.png')
  const headers = { authorization: `Bearer ${await person.token()}` }
  const response = await fetch(`${url}${updateProfile.path}`, { method: updateProfile.method, headers, body })
  if (response.status !== 200) throw new Error(`The upload answered ${response.status} ${await response.text()}`)
}

type Row = { id: string; sha256: Buffer; thumbnail_sha256: Buffer | null }

/** Reads back and compares every file that a row refers to. */
export async function checkFiles(url: string, dataDir: string): Promise<{ checked: number; faults: string[] }> {
  const store = folderStore(join(dataDir, 'files'))
  const rows = await withClient(url, async (client) => {
    return (await client.query<Row>('select id, sha256, thumbnail_sha256 from file')).rows
  })
  const expected = rows.flatMap((row) => [
    { key: keyOf(row.id, 'original'), hash: row.sha256 },
    ...(row.thumbnail_sha256 ? [{ key: keyOf(row.id, 'thumbnail'), hash: row.thumbnail_sha256 }] : []),
  ])
  const faults: string[] = []
  for (const { key, hash } of expected) {
    const source = await store.get(key)
    if (!source) faults.push(`${key} is missing`)
    else if (!sha256(await buffer(source)).equals(hash)) faults.push(`${key} is not what was stored`)
  }
  return { checked: expected.length, faults }
}
