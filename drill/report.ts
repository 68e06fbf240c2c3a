import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '../scripts/run.ts'
import { firstOf, type ProofResult, type Proof } from './proof.ts'

const path = join(root, 'docs/drill.md')
const NOT_YET = 'not yet run'
const titles = ['id', 'what is promised', 'how it is tried', 'measured', 'result', 'date', 'machine']

const rowOf = (cells: readonly string[]) =>
  `| ${cells.map((cell) => cell.replace(/\s+/g, ' ').replaceAll('|', '/')).join(' | ')} |`
const emptyRow = ({ id, goal, method }: Proof) => rowOf([id, goal, method, '', NOT_YET, '', ''])
const isRowOf = (line: string, { id }: Proof) => line.startsWith(`| ${id} |`)

/** The page with a row for each proof. Rows with a result are kept as they are. */
export function withRows(page: string, proofs: readonly Proof[]): string {
  const lines = page.split('\n')
  const head = rowOf(titles)
  const measured = (proof: Proof) => lines.find((line) => isRowOf(line, proof) && !line.includes(`| ${NOT_YET} |`))
  const rows = proofs.map((proof) => measured(proof) ?? emptyRow(proof))
  const before = lines.filter((line) => !line.startsWith('|')).join('\n')
  return `${before.trimEnd()}\n\n${[head, `|${'---|'.repeat(titles.length)}`, ...rows].join('\n')}\n`
}

export function withResult(
  page: string,
  proof: Proof,
  { figures, faults, isPartial }: ProofResult,
  run: { date: string; machine: string },
) {
  const measured = [...figures, ...(faults.length > 0 ? [`**${firstOf(faults)}**`] : [])].join('; ')
  const result = faults.length > 0 ? 'failed' : isPartial ? 'passed in part' : 'passed'
  const row = rowOf([proof.id, proof.goal, proof.method, measured, result, run.date, run.machine])
  return page.replace(/^\| .*$/gm, (line) => (isRowOf(line, proof) ? row : line))
}

const readPage = () => (existsSync(path) ? readFileSync(path, 'utf8') : '# The drill\n')

/** Written after each proof, so that an interrupted run keeps the results of the earlier proofs. */
export function writeResult(proofs: readonly Proof[], proof: Proof, result: ProofResult, run: { date: string; machine: string }) {
  writeFileSync(path, withResult(withRows(readPage(), proofs), proof, result, run))
}
