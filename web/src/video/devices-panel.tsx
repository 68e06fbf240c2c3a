import { useText } from '#core/i18n/texts.tsx'
import { Field } from '#core/ui/field.tsx'
import { Select } from '#core/ui/select.tsx'
import type { Call, DeviceKind, Devices } from './engine/call-snapshot.ts'
import type { Support } from './engine/support.ts'

type DevicesPanelProps = { call: Pick<Call, 'choose'>; devices: Devices; support: Support }

export function DevicesPanel({ call, devices, support }: DevicesPanelProps) {
  const t = useText()
  const kinds: { kind: DeviceKind; label: string; found: readonly MediaDeviceInfo[]; reason?: string }[] = [
    { kind: 'microphone', label: t('call.devices.microphone'), found: devices.microphones },
    { kind: 'camera', label: t('call.devices.camera'), found: devices.cameras },
    {
      kind: 'speaker',
      label: t('call.devices.speaker'),
      found: devices.speakers,
      ...(!support.speaker && { reason: t('call.cannot.speaker') }),
    },
  ]
  return kinds.map(({ kind, label, found, reason }) => (
    <Field key={kind} label={label} help={reason}>
      <Select
        value={devices.chosen[kind]}
        disabled={reason !== undefined || found.length === 0}
        onChange={({ target }) => void call.choose(kind, target.value)}
      >
        {found.length === 0 && <option value="">{t('call.devices.none')}</option>}
        {found.map((device, place) => (
          <option key={device.deviceId} value={device.deviceId}>
            {device.label || t('call.devices.nameless', { kind: label, number: place + 1 })}
          </option>
        ))}
      </Select>
    </Field>
  ))
}
