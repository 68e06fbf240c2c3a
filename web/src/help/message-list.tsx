import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import sayHi from '#art/say-hi.svg'
import { useText } from '#core/i18n/texts.tsx'
import { useIsPageVisible } from '#core/page-visible.ts'
import { Empty } from '#core/ui/empty.tsx'
import { type LoadedMessages, newestId, oldestId } from './cache.ts'
import css from './conversation.module.css'
import { EarlierButton } from './earlier-button.tsx'
import { Message } from './message.tsx'
import { helpCentreQuery, useReadHelp, useUnsent } from './queries.ts'
import { UnsentMessage } from './unsent-message.tsx'

export function MessageList({ loaded }: { loaded: LoadedMessages }) {
  const t = useText()
  const arrived = new Set(loaded.messages.map(({ clientId }) => clientId))
  const unsent = useUnsent().filter(({ clientId }) => !arrived.has(clientId))
  const oldest = oldestId(loaded)
  useMarkShownAsRead(newestId(loaded))

  if (oldest === undefined && unsent.length === 0)
    return <Empty small level={3} drawing={sayHi} title={t('help.empty')} text={t('help.emptyText')} />
  return (
    <>
      {loaded.hasEarlier && oldest !== undefined && <EarlierButton before={oldest} />}
      <ol className={css.list}>
        {loaded.messages.map((message) => (
          <Message key={message.clientId} message={message} />
        ))}
        {unsent.map((message) => (
          <UnsentMessage key={message.clientId} message={message} />
        ))}
      </ol>
    </>
  )
}

/** Shown messages count as read while the window is visible. */
function useMarkShownAsRead(newest: number | undefined) {
  const isSeen = useIsPageVisible()
  const { mutate: read } = useReadHelp()
  const { data: unread = 0 } = useQuery({ ...helpCentreQuery, select: (centre) => centre.unread })
  useEffect(() => {
    if (isSeen && unread > 0 && newest !== undefined) read(newest)
  }, [isSeen, unread, newest, read])
}
