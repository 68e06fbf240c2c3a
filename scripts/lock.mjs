// Plain JavaScript: the install step runs it on the system's Node, whatever its version.
import { closeSync, mkdirSync, openSync, readFileSync, renameSync, rmSync, writeSync } from 'node:fs'
import { dirname } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'

/** @param {number} pid */
function isAlive(pid) {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM'
  }
}

/** @param {string} path */
function readOwner(path) {
  try {
    return Number(readFileSync(path, 'utf8')) || 0
  } catch {
    return undefined
  }
}

/** @param {string} path */
function tryLock(path) {
  try {
    const file = openSync(path, 'wx')
    writeSync(file, String(process.pid))
    closeSync(file)
    return true
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'EEXIST') return false
    throw error
  }
}

/**
 * A killed owner leaves its file behind. The rename decides which process clears it, and the check
 * afterwards restores a lock that a live process took in between.
 * @param {string} path
 */
function clearDead(path) {
  const owner = readOwner(path)
  // An empty file is a lock whose owner has not written its process id yet.
  if (!owner || isAlive(owner)) return
  const aside = `${path}.${process.pid}`
  try {
    renameSync(path, aside)
  } catch {
    return
  }
  const moved = readOwner(aside)
  if (moved && moved !== owner && isAlive(moved)) renameSync(aside, path)
  else rmSync(aside, { force: true })
}

/**
 * Runs `work` while no other process holds the same file.
 * @template T
 * @param {string} path
 * @param {() => Promise<T>} work
 * @param {number} [timeoutMs]
 * @returns {Promise<T>}
 */
export async function withLock(path, work, timeoutMs = 600_000) {
  mkdirSync(dirname(path), { recursive: true })
  const deadline = Date.now() + timeoutMs
  while (!tryLock(path)) {
    clearDead(path)
    if (Date.now() > deadline)
      throw new Error(`Another process has held ${path} for too long. If none is running, delete that file.`)
    await pause(150)
  }
  const release = () => rmSync(path, { force: true })
  process.once('exit', release)
  try {
    return await work()
  } finally {
    process.off('exit', release)
    release()
  }
}
