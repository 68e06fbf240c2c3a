import type { Env } from '../core/env.ts'
import type { RunningServer } from './start-server.ts'

const demoAccounts: [string, string][] = [
  ['asha', 'mentee, half way with her mentor Ravi'],
  ['ravi', 'mentor of Asha'],
  ['meera', 'mentor of a group'],
  ['sunil', 'mentee, learning hub only'],
  ['staff', 'administrator'],
]

/** The last line contains the address: programs that wait for it need not read further. */
export function printWelcome(env: Env, { address, hasWebApp }: RunningServer): void {
  const lines = ['']
  if (env.mode === 'demo' || env.mode === 'development') {
    lines.push('  Demo accounts, password Saathi@2026:')
    for (const [name, who] of demoAccounts) lines.push(`    ${`${name}@saathi.example`.padEnd(26)}${who}`)
    lines.push(`    all of them, with one click:  ${address}/dev`, '')
  }
  if (!hasWebApp) lines.push('  The web app is not built; only the API answers.', '')
  lines.push(`  Saathi is ready at ${address}`)
  console.log(lines.join('\n'))
}
