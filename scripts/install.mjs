// Plain JavaScript without dependencies: this runs first on a fresh clone, on the system's Node.
import { spawn, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { withLock } from './lock.mjs'

const root = process.env.SAATHI_INSTALL_ROOT ?? fileURLToPath(new URL('..', import.meta.url))
const lockFile = join(root, 'package-lock.json')
const stampFile = join(root, 'node_modules', '.saathi-installed')
const ownNode = join(root, 'node_modules', '.bin', process.platform === 'win32' ? 'node.cmd' : 'node')
const NODE_MAJOR = 24

/** @param {string} path */
const read = (path) => (existsSync(path) ? readFileSync(path) : Buffer.alloc(0))

/** @param {string} text */
const major = (text) => Number(/(\d+)\./.exec(text)?.[1] ?? 0)

function npmCommand() {
  const { npm_execpath: cli, npm_node_execpath: node } = process.env
  if (cli && /\.c?js$/.test(cli)) return [node ?? process.execPath, cli]
  return [process.platform === 'win32' ? 'npm.cmd' : 'npm']
}

function npmMajor() {
  const agent = /npm\/(\d+)\./.exec(process.env.npm_config_user_agent ?? '')
  if (agent) return Number(agent[1])
  const [command, ...args] = npmCommand()
  return major(
    spawnSync(command, [...args, '--version'], { cwd: root, encoding: 'utf8', shell: command.endsWith('.cmd') }).stdout ?? '',
  )
}

function currentStamp() {
  const hash = createHash('sha256')
  const manifest = JSON.parse(read(join(root, 'package.json')).toString() || '{}')
  const folders = ['.', ...(manifest.workspaces ?? [])]
  for (const file of [lockFile, ...folders.map((folder) => join(root, folder, 'package.json'))])
    hash.update(read(file)).update('\0')
  return hash.update([process.platform, process.arch, npmMajor()].join(' ')).digest('hex')
}

const isInstalled = () => read(stampFile).toString() === currentStamp()

/** @returns {Promise<{ code: number | null, output: string }>} */
function runNpmInstall() {
  const [command, ...before] = npmCommand()
  // With NODE_ENV=production npm would skip the packages that build the web app.
  const args = [
    ...before,
    'install',
    '--no-save',
    '--ignore-scripts',
    '--no-audit',
    '--no-fund',
    '--include=dev',
    '--include=optional',
  ]
  const child = spawn(command, args, { cwd: root, stdio: ['ignore', 'pipe', 'pipe'], shell: command.endsWith('.cmd') })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (bytes) => (output = (output + bytes).slice(-20_000)))
  for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => (child.kill(signal), process.exit(1)))
  return new Promise((resolve) => {
    child.on('error', (error) => resolve({ code: 1, output: error.message }))
    child.on('close', (code) => resolve({ code, output }))
  })
}

/** @param {string} output */
function lastLines(output) {
  const lines = output
    .split('\n')
    .map((line) => line.replace(/^npm (error|ERR!|warn|WARN)\s*(code )?/, '').trim())
    .filter((line) => line && !/complete log of this run|_logs|^at |deprecated/.test(line))
  return lines.slice(-3).join(' / ') || 'npm gave no reason'
}

function nodeProblem() {
  if (existsSync(ownNode)) {
    const { stdout } = spawnSync(ownNode, ['--version'], { encoding: 'utf8', shell: ownNode.endsWith('.cmd') })
    if (major(stdout ?? '') >= NODE_MAJOR) return undefined
  }
  const path = (process.env.PATH ?? '').split(delimiter).filter((folder) => !folder.startsWith(join(root, 'node_modules')))
  const { stdout } = spawnSync('node', ['--version'], { encoding: 'utf8', env: { ...process.env, PATH: path.join(delimiter) } })
  if (major(stdout ?? '') >= NODE_MAJOR) return undefined
  return `Saathi needs Node ${NODE_MAJOR} or newer; found ${(stdout ?? '').trim() || 'none'}. Install it from nodejs.org and try again.`
}

async function install() {
  const lockBefore = read(lockFile)
  console.log('Installing dependencies (about half a minute, once)…')
  const { code, output } = await runNpmInstall()
  if (lockBefore.length > 0 && !lockBefore.equals(read(lockFile))) {
    writeFileSync(lockFile, lockBefore)
    console.log('npm changed package-lock.json; it was put back.')
  }
  if (code !== 0) return `The installation failed: ${lastLines(output)}`
  const problem = nodeProblem()
  if (problem) return problem
  mkdirSync(join(root, 'node_modules'), { recursive: true })
  writeFileSync(stampFile, currentStamp())
  return undefined
}

async function main() {
  if (isInstalled()) return existsSync(ownNode) ? undefined : nodeProblem()
  // Another process may have finished the installation while this one waited for the lock.
  return withLock(join(root, '.cache', 'install.lock'), async () => (isInstalled() ? undefined : install()))
}

const failure = await main().catch((error) => `The installation failed: ${error instanceof Error ? error.message : error}`)
if (failure) {
  console.error(failure)
  process.exitCode = 1
}
