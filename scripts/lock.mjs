// Plain JavaScript: the install step runs it on whatever Node the system has.
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
function take(path) {
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
 * A killed owner leaves its file behind. Renaming decides who clears it, and the check afterwards
 * puts back a lock that a living process took in between.
 * @param {string} path
 */
function clearDead(path) {
  const owner = readOwner(path)
  // An empty file is a lock whose owner has not yet written its number.
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
 * @param {number} [patienceMs]
 * @returns {Promise<T>}
 */
export async function withLock(path, work, patienceMs = 600_000) {
  mkdirSync(dirname(path), { recursive: true })
  const giveUpAt = Date.now() + patienceMs
  while (!take(path)) {
    clearDead(path)
    if (Date.now() > giveUpAt)
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
