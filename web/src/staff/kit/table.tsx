import type { ReactNode } from 'react'
import { classNames } from '#core/ui/class-names.ts'
import css from './kit.module.css'

export type Column<Row> = {
  key: string
  head: ReactNode
  renderCell: (row: Row) => ReactNode
  /** The first cell of a card on a phone, without its heading. */
  isTitle?: boolean
  /** Numbers at the end of the cell. */
  isNumber?: boolean
}

type TableProps<Row> = {
  label: string
  columns: readonly Column<Row>[]
  rows: readonly Row[]
  rowKey: (row: Row) => string | number
  isSelected?: (row: Row) => boolean
  /** Paging or a summary, below the rows. */
  foot?: ReactNode
}

// Written out: `display: block`, which turns rows into cards, removes the roles of table parts.
const role = {
  table: { role: 'table' },
  rowgroup: { role: 'rowgroup' },
  row: { role: 'row' },
  columnheader: { role: 'columnheader' },
  cell: { role: 'cell' },
}

/** A table that becomes a list of cards below 800 px. */
export function Table<Row>({ label, columns, rows, rowKey, isSelected, foot }: TableProps<Row>) {
  return (
    <div className={css.box}>
      <table className={css.table} {...role.table} aria-label={label}>
        <thead {...role.rowgroup}>
          <tr {...role.row}>
            {columns.map(({ key, head, isNumber }) => (
              <th key={key} {...role.columnheader} scope="col" className={classNames(isNumber && css.number)}>
                {head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody {...role.rowgroup}>
          {rows.map((row) => (
            <tr key={rowKey(row)} {...role.row} aria-selected={isSelected?.(row)}>
              {columns.map(({ key, head, renderCell, isTitle, isNumber }) => (
                <td
                  key={key}
                  {...role.cell}
                  className={classNames(isTitle && css.title, isNumber && css.number)}
                  data-label={!isTitle && typeof head === 'string' ? head : undefined}
                >
                  {renderCell(row)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      {foot && <div className={css.foot}>{foot}</div>}
    </div>
  )
}
