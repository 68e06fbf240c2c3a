import { createHash } from 'node:crypto'
import { chmodSync, chownSync, existsSync, mkdirSync, readFileSync, renameSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { OperatorError } from '../operator-error.ts'

export interface DatabaseUser {
  uid: number
  gid: number
}

export interface ClusterHome {
  folder: string
  pgdata: string
  /** The user that runs PostgreSQL, if it is not the user of this process: PostgreSQL refuses to run as root. */
  user?: DatabaseUser
}

const systemFolder = '/var/lib/saathi'

/** Finds or creates the folder of the database. The caller holds the start lock of the data folder. */
export function prepareClusterHome(dataDir: string): ClusterHome {
  const folder = locate(dataDir)
  const pgdata = join(folder, 'pgdata')
  makePassable(folder)
  const user = chooseUser(pgdata)
  if (user && !canEnter(folder, user)) {
    throw new OperatorError(
      `PostgreSQL does not run as root, and user ${user.uid}, the owner of the database, cannot enter ${folder}. Open the folders above it (chmod o+x), or choose another DATA_DIR.`,
    )
  }
  return { folder, pgdata, ...(user && { user }) }
}

/** Creates a folder that only the database's user and root can enter. */
export function makePrivate(folder: string, user: DatabaseUser | undefined) {
  mkdirSync(folder, { recursive: true })
  chmodSync(folder, 0o700)
  if (user) chownSync(folder, user.uid, user.gid)
}

export function writeAtomically(path: string, text: string) {
  writeFileSync(`${path}.new`, text, { mode: 0o600, flush: true })
  renameSync(`${path}.new`, path)
}

function locate(dataDir: string) {
  const inside = join(dataDir, 'postgres')
  const pointer = join(dataDir, 'postgres.location')
  if (existsSync(pointer)) return follow(pointer, dataDir)
  if (!isRoot() || existsSync(join(inside, 'pgdata')) || canEnter(dataDir, nobody())) return inside
  const outside = unusedFolder(dataDir)
  // Written before the folder is created: a folder without a pointer would look like that of a deleted data folder.
  writeAtomically(pointer, `${outside}\n`)
  return outside
}

function follow(pointer: string, dataDir: string) {
  const folder = readFileSync(pointer, 'utf8').trim()
  if (dirname(folder) !== systemFolder)
    throw new OperatorError(`The file ${pointer} does not name a folder under ${systemFolder}.`)
  if (!isRoot())
    throw new OperatorError(
      `The database of ${dataDir} was created by root and is in ${folder}. Start Saathi as root again, or choose another DATA_DIR.`,
    )
  return folder
}

// A data folder that was deleted and created again must not get the old database.
function unusedFolder(dataDir: string) {
  const base = join(systemFolder, createHash('sha256').update(dataDir).digest('hex').slice(0, 16))
  let folder = base
  for (let count = 2; existsSync(folder); count++) folder = `${base}-${count}`
  return folder
}

function makePassable(folder: string) {
  for (const path of folder.startsWith(systemFolder) ? [systemFolder, folder] : [folder]) {
    if (mkdirSync(path, { recursive: true })) chmodSync(path, 0o711)
  }
}

function chooseUser(pgdata: string): DatabaseUser | undefined {
  const owner = statSync(pgdata, { throwIfNoEntry: false })
  if (isRoot()) return owner ? { uid: owner.uid, gid: owner.gid } : nobody()
  if (owner && process.getuid && owner.uid !== process.getuid()) {
    throw new OperatorError(
      `The database in ${pgdata} belongs to another user. Start Saathi as the user who created it, or choose another DATA_DIR.`,
    )
  }
  return undefined
}

function isRoot() {
  return process.getuid?.() === 0
}

function nobody(): DatabaseUser {
  const line = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .find((entry) => entry.startsWith('nobody:'))
  const [, , uid, gid] = line?.split(':') ?? []
  // Some systems write the number as -2.
  return { uid: Number(uid ?? 65534) >>> 0, gid: Number(gid ?? 65534) >>> 0 }
}

function canEnter(folder: string, user: DatabaseUser): boolean {
  const { uid, gid, mode } = statSync(folder)
  const bit = uid === user.uid ? 0o100 : gid === user.gid ? 0o010 : 0o001
  const above = dirname(folder)
  return (mode & bit) !== 0 && (above === folder || canEnter(above, user))
}
