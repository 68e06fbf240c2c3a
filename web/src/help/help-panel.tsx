import { useQuery } from '@tanstack/react-query'
import { cloneElement, type ComponentProps, type ReactElement, useRef, useState, useEffect } from 'react'
import sayHi from '#art/say-hi.svg'
import { errorTextKey } from '#core/error-text.ts'
import { dayAndTime } from '#core/i18n/india-time.ts'
import { useText, useLanguage } from '#core/i18n/texts.tsx'
import { useIsPageVisible } from '#core/page-visible.ts'
import { Button } from '#core/ui/button.tsx'
import { classNames } from '#core/ui/class-names.ts'
import { Empty } from '#core/ui/empty.tsx'
import { Failed } from '#core/ui/failed.tsx'
import { Icon } from '#core/ui/icon.tsx'
import { alert, clock } from '#core/ui/icons.ts'
import { useIsPhone } from '#core/ui/media-query.ts'
import { Note } from '#core/ui/note.tsx'
import { Sheet } from '#core/ui/overlay/dialog.tsx'
import { Popover } from '#core/ui/overlay/popover.tsx'
import { Skeleton, SkeletonGroup } from '#core/ui/skeleton.tsx'
import { type LoadedMessages, newestId, oldestId } from './cache.ts'
import { Composer } from './composer.tsx'
import css from './conversation.module.css'
import messageCss from './message.module.css'
import { HelplineList } from './helplines.tsx'
import { Message, MessageText } from './message.tsx'
import {
  helpMessagesQuery,
  helpCentreQuery,
  useReadHelp,
  useUnsent,
  useEarlierMessages,
  sendToTeam,
  type PendingMessage,
} from './queries.ts'

type HelpPanelProps = { trigger: ReactElement<ComponentProps<'button'>> }

/** Loaded on the click that opens it, so it starts open. */
export function HelpPanel({ trigger }: HelpPanelProps) {
  const t = useText()
  const isPhone = useIsPhone()
  const button = useRef<HTMLButtonElement>(null)
  const [isOpen, setOpen] = useState(true)
  const labels = { title: t('help.title'), closeLabel: t('help.close') }

  if (!isPhone)
    return (
      <Popover trigger={trigger} side="top" open={isOpen} onOpenChange={setOpen} {...labels}>
        <Conversation />
      </Popover>
    )

  return (
    <>
      {cloneElement(trigger, {
        ref: button,
        'aria-haspopup': 'dialog',
        'aria-expanded': isOpen,
        onClick: () => setOpen(true),
      })}
      {/* The button of the first click was replaced, so restore the focus here. */}
      <Sheet open={isOpen} onClose={() => setOpen(false)} onClosed={() => button.current?.focus()} {...labels}>
        <Conversation />
      </Sheet>
    </>
  )
}

function Conversation() {
  const t = useText()
  const log = useRef<HTMLDivElement>(null)
  const { data, error, isFetching, refetch } = useQuery(helpMessagesQuery)
  return (
    <div className={css.conversation}>
      <p className={css.intro}>{t('help.intro')}</p>
      {/* The inner box keeps the order; the outer one is reversed, which keeps the last message in view as it grows. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a scrollable area must be focusable */}
      <div ref={log} className={css.log} role="log" aria-label={t('help.conversation')} tabIndex={0}>
        <div className={css.inner}>
          {data ? (
            <MessageList loaded={data} />
          ) : error ? (
            <Failed
              small
              level={3}
              title={t('help.failed')}
              text={t(errorTextKey(error))}
              retryLabel={t('action.retry')}
              retryingLabel={t('action.retrying')}
              retrying={isFetching}
              onRetry={() => void refetch()}
            />
          ) : (
            <SkeletonGroup label={t('help.loading')} className={css.waiting}>
              <Skeleton shape="block" width="70%" height={56} />
              <Skeleton shape="block" width="60%" height={40} className={css.mine} />
              <Skeleton shape="block" width="76%" height={72} />
            </SkeletonGroup>
          )}
        </div>
      </div>
      <Composer onSent={() => log.current?.scrollTo({ top: 0 })} />
    </div>
  )
}

function MessageList({ loaded }: { loaded: LoadedMessages }) {
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
      {loaded.helplines.length > 0 && (
        <div className={css.helplines}>
          <p className={css.intro}>{t('help.helplines')}</p>
          <HelplineList helplines={loaded.helplines} />
        </div>
      )}
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

/** Scrolling up to it is enough; the button is for keyboards and for retrying. */
function EarlierButton({ before }: { before: number }) {
  const t = useText()
  const place = useRef<HTMLDivElement>(null)
  const { mutate, isPending, error } = useEarlierMessages()

  useEffect(() => {
    const element = place.current
    if (!element) return undefined
    const observer = new IntersectionObserver((entries) => {
      if (entries.some(({ isIntersecting }) => isIntersecting)) mutate(before)
    })
    observer.observe(element)
    return () => observer.disconnect()
  }, [before, mutate])

  return (
    <div ref={place} className={css.earlier}>
      {error && (
        <Note tone="bad" live="alert">
          {t(errorTextKey(error))}
        </Note>
      )}
      <Button kind="quiet" size="sm" block busy={isPending} busyLabel={t('help.earlierBusy')} onClick={() => mutate(before)}>
        {t('help.earlier')}
      </Button>
    </div>
  )
}

function UnsentMessage({ message }: { message: PendingMessage }) {
  const t = useText()
  const language = useLanguage()
  const { body, writtenAt, status, error, discard } = message
  const hasFailed = status === 'failed'
  return (
    <li className={messageCss.mine}>
      <div className={classNames(messageCss.bubble, messageCss.unsent, hasFailed && messageCss.failed)}>
        <MessageText who={t('help.you')} body={body} />
        <span className={messageCss.foot}>
          <time className={messageCss.time} dateTime={writtenAt}>
            {dayAndTime(writtenAt, language)}
          </time>
          {status === 'sending' && <Icon of={clock} size={14} label={t('help.sending')} />}
        </span>
      </div>
      {status === 'waiting' && (
        <p className={messageCss.note}>
          <Icon of={clock} size={14} />
          {t('help.waiting')}
        </p>
      )}
      {hasFailed && (
        <div className={messageCss.note} role="alert">
          <Icon of={alert} size={16} />
          <span>{t('help.notSent')}</span>
          {error && <span>{t(error)}</span>}
          <Button kind="quiet" size="sm" onClick={() => sendToTeam(message)}>
            {t('help.again')}
          </Button>
          <Button kind="quiet" size="sm" onClick={discard}>
            {t('help.discard')}
          </Button>
        </div>
      )}
    </li>
  )
}
