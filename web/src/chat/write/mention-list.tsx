import type { ChannelMember } from '@saathi/contract/chat/entities'
import { useText } from '#core/i18n/texts.tsx'
import { Avatar } from '#core/ui/avatar.tsx'
import css from './composer.module.css'
import { MemberRole } from '../conversation/member-role.tsx'

type MentionListProps = {
  listId: string
  people: readonly ChannelMember[]
  chosen: number
  idOf: (index: number) => string
  choose: (person: ChannelMember) => void
}

const bringIntoView = (option: HTMLElement | null) => option?.scrollIntoView({ block: 'nearest' })

/** The focus stays in the text field, whose keys move through the list. */
export function MentionList({ listId, people, chosen, idOf, choose }: MentionListProps) {
  const t = useText()
  if (people.length === 0) return null
  return (
    <div id={listId} className={css.names} role="listbox" aria-label={t('chat.mention')}>
      {people.map((person, index) => (
        // oxlint-disable-next-line jsx-a11y/click-events-have-key-events -- the keys are those of the field
        <div
          key={person.userId}
          id={idOf(index)}
          className={css.nameRow}
          role="option"
          tabIndex={-1}
          aria-selected={index === chosen}
          ref={index === chosen ? bringIntoView : null}
          // Prevents the field from losing the focus.
          onPointerDown={(event) => event.preventDefault()}
          onClick={() => choose(person)}
        >
          <Avatar name={person.userFullName} picture={person.displayPicture} size="sm" />
          <span>
            {person.userFullName}{' '}
            <small>
              <MemberRole member={person} />
            </small>
          </span>
        </div>
      ))}
    </div>
  )
}
