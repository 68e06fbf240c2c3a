import { ClientErrorKind, type listClientErrors } from '@saathi/contract/core/client-errors'
import type { CallReply } from '@saathi/contract/core/call'
import { useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { dayAndTime } from '#core/i18n/india-time.ts'
import { useLanguage, useText } from '#core/i18n/texts.tsx'
import { Empty } from '#core/ui/empty.tsx'
import { Field } from '#core/ui/form/field.tsx'
import { Select } from '#core/ui/form/select.tsx'
import kitCss from '../kit/kit.module.css'
import { PageHead } from '../kit/page-head.tsx'
import { QueryStates } from '../kit/query-states.tsx'
import { type Column, Table } from '../kit/table.tsx'
import { clientErrorsQuery } from './queries.ts'

type CountedError = CallReply<typeof listClientErrors>['errors'][number]

/** Errors reported by browsers, newest first, without anything that identifies a person. The kind is in the address. */
export function ClientErrorsPage() {
  const t = useText()
  const language = useLanguage()
  const navigate = useNavigate()
  const search: { kind?: string } = useSearch({ strict: false })
  const kind = ClientErrorKind.safeParse(search.kind).data ?? null
  const errors = useQuery(clientErrorsQuery(kind))
  const columns: Column<CountedError>[] = [
    {
      key: 'error',
      head: t('staff.errors.error'),
      isTitle: true,
      renderCell: ({ name, message, kind: of }) => (
        <span>
          <b lang="en">{name}</b>
          <small className={kitCss.sub} lang="en">
            {t(`staff.errors.kind.${of}`)}: {message}
          </small>
        </span>
      ),
    },
    { key: 'route', head: t('staff.errors.page'), renderCell: ({ route }) => <code>{route}</code> },
    { key: 'count', head: t('staff.errors.count'), isNumber: true, renderCell: ({ count }) => count },
    { key: 'first', head: t('staff.errors.first'), renderCell: ({ firstAt }) => dayAndTime(firstAt, language) },
    { key: 'last', head: t('staff.errors.last'), renderCell: ({ lastAt }) => dayAndTime(lastAt, language) },
    { key: 'version', head: t('staff.errors.version'), renderCell: ({ version }) => version },
  ]
  return (
    <>
      <PageHead title={t('staff.errors.title')} text={t('staff.errors.text')} />
      <QueryStates query={errors}>
        {({ kinds, errors: rows }) => (
          <>
            {kinds.length > 0 && (
              <Field label={t('staff.errors.kind')}>
                <Select
                  value={kind ?? ''}
                  onChange={({ target }) =>
                    void navigate({
                      to: '/staff/errors',
                      search: target.value === '' ? {} : { kind: target.value },
                      replace: true,
                    })
                  }
                >
                  <option value="">{t('staff.errors.anyKind')}</option>
                  {kinds.map(({ kind: each, count }) => (
                    <option key={each} value={each}>
                      {t(`staff.errors.kind.${each}`)} ({count})
                    </option>
                  ))}
                </Select>
              </Field>
            )}
            {rows.length === 0 ? (
              <Empty title={t('staff.errors.none')} />
            ) : (
              <Table
                label={t('staff.errors.title')}
                columns={columns}
                rows={rows}
                rowKey={({ kind: of, route, name, message, version }) => `${of} ${route} ${name} ${message} ${version}`}
              />
            )}
          </>
        )}
      </QueryStates>
    </>
  )
}
