// Uploads one file and stops at a given point, to be killed there.
import { randomUUID } from 'node:crypto'
import { openDatabase } from '#core/db/open.ts'
import { pino } from 'pino'
import type { FileStore } from './file-store.ts'
import { UNFINISHED } from './file-store.ts'
import { folderStore } from './folder-store.ts'
import { imageEncoder } from './image-encoder.ts'
import { ownPurposes } from './purposes.ts'
import { makePdf, makePicture } from './test-pictures.ts'
import { insertUpload, storeUpload } from './upload.ts'

const [url = '', root = '', person = '', point = ''] = process.argv.slice(2)
const { db } = openDatabase({ url, log: () => {} })
const log = pino({ level: 'silent' })
const folder = folderStore(root)
const actor = {
  personId: Number(person),
  sessionId: randomUUID(),
  role: 'Mentee',
  language: 'en',
  hasSecondFactor: false,
  rights: [],
} as const
const now = () => new Date()

let puts = 0
const store: FileStore = {
  ...folder,
  async put(key, bytes) {
    puts += 1
    if (puts === 1) await stopAt('before anything')
    // The leftover of a put that died before renaming the file.
    if (puts === 1 && point === 'half a picture') await folder.put(`${UNFINISHED}${randomUUID()}`, bytes.subarray(0, 10))
    if (puts === 1) await stopAt('half a picture')
    if (puts === 2) await stopAt('the picture, not the small one')
    await folder.put(key, bytes)
  },
}
const files = { store, images: imageEncoder(), purposes: ownPurposes }

if (point === 'on and on') {
  for (;;) await uploadOnce('document', { name: 'a.pdf', type: 'application/pdf', bytes: makePdf() })
} else {
  await uploadOnce('profile_picture', { name: 'a.jpg', type: 'image/jpeg', bytes: await makePicture() })
}

async function uploadOnce(purpose: string, file: { name: string; type: string; bytes: Uint8Array }) {
  const upload = await storeUpload(files, purpose, file, { personId: actor.personId, log })
  await stopAt('the bytes, not the row')
  await db.transaction().execute(async (transaction) => {
    await insertUpload({ db: transaction, actor, now }, upload)
    await stopAt('the row, not its commit')
  })
  print(upload.id)
  await stopAt('all of it')
}

async function stopAt(here: string) {
  if (here !== point) return
  print(here)
  await new Promise(() => setInterval(() => {}, 1000))
}

function print(line: string) {
  process.stdout.write(`${line}\n`)
}
