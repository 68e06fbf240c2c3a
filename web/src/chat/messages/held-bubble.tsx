import type { OwnHeldMessage } from '@saathi/contract/chat/filter'
import { useText } from '#core/i18n/texts.tsx'
import { Icon } from '#core/ui/icon.tsx'
import { alert, clock, file as fileSign } from '#core/ui/icons.ts'
import { shortName } from '../attachments/chosen-file.ts'
import css from './bubble.module.css'
import { Foot, Frame } from './bubble.tsx'
import { MessageWords } from './words.tsx'

/** A message that waits for the team's review or was rejected. Only its sender sees it. */
export function HeldBubble({ held: { text, fileName, heldAt, state } }: { held: OwnHeldMessage }) {
  const t = useText()
  const isRejected = state === 'rejected'
  return (
    <>
      <Frame isMine who={t('chat.you')} showsName={false} face={null} look={css.rising}>
        {fileName !== null && (
          <span className={css.foot}>
            <Icon of={fileSign} size={16} />
            {shortName(fileName)}
          </span>
        )}
        {text !== '' && <MessageWords text={text} />}
        <Foot time={heldAt} />
      </Frame>
      <p className={css.held}>
        <Icon of={isRejected ? alert : clock} size={16} />
        <span>{t(isRejected ? 'chat.held.rejected' : 'chat.held.waiting')}</span>
      </p>
    </>
  )
}
