import { useText } from '#core/i18n/texts.tsx'
import { Sheet } from '#core/ui/overlay/dialog.tsx'
import type { FeedFilter } from './filter.ts'
import { FilterForm } from './form.tsx'

type FilterSheetProps = { isOpen: boolean; filter: FeedFilter; onApply: (filter: FeedFilter) => void; onClose: () => void }

export function FilterSheet({ isOpen, filter, onApply, onClose }: FilterSheetProps) {
  const t = useText()
  return (
    <Sheet open={isOpen} onClose={onClose} title={t('feed.filter')} closeLabel={t('feed.filter.close')}>
      <FilterForm filter={filter} onApply={onApply} />
    </Sheet>
  )
}
