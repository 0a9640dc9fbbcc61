import { GraduationCap, Presentation, Search, ShieldCheck } from 'lucide-react'
import { useState } from 'react'
import { Button } from '../button.tsx'
import { Checkbox, Switch } from '../form/checkbox.tsx'
import { ChoiceGroup } from '../form/choice-group.tsx'
import { CodeInput } from '../form/code-input.tsx'
import { Field } from '../form/field.tsx'
import { FilePicker } from '../form/file-picker.tsx'
import { Input, Textarea } from '../form/input.tsx'
import { PasswordInput } from '../form/password-input.tsx'
import { RadioList } from '../form/radio-list.tsx'
import { RatingInput } from '../form/rating-input.tsx'
import { SaveBar } from '../form/save-bar.tsx'
import { SearchBox } from '../form/search-box.tsx'
import { Select } from '../form/select.tsx'
import { Card } from '../layout/card.tsx'
import { ShowcaseSection } from './showcase-section.tsx'

export function ShowcaseForms() {
  const [file, setFile] = useState<File | null>(null)
  const [rejection, setRejection] = useState<string | null>(null)
  const [reason, setReason] = useState('')
  const [stars, setStars] = useState(0)
  return (
    <ShowcaseSection title="Forms">
      <div className="grid gap-6 lg:grid-cols-2">
        <Card className="grid content-start gap-5">
          <Field label="Name" required>
            <Input name="name" autoComplete="off" />
          </Field>
          <Field label="Email" error="Enter an email address such as name@example.com">
            <Input name="email" type="email" defaultValue="name@example" autoComplete="off" />
          </Field>
          <Field label="Password" hint="At least 8 characters" required>
            <PasswordInput name="password" autoComplete="new-password" defaultValue="saffron and ink" />
          </Field>
          <Field label="4-digit code" hint="Paste it, or let it be filled in">
            <CodeInput name="code" length={4} defaultValue="041" />
          </Field>
          <Field label="Price" hint="0 makes it free">
            <Input name="price" inputMode="decimal" leading="₹" defaultValue="1299" />
          </Field>
          <Field label="Search" labelHidden>
            <Input
              name="q"
              type="search"
              placeholder="What do you want to learn?"
              leading={<Search aria-hidden="true" />}
            />
          </Field>
          <Field label="Email (read-only)">
            <Input readOnly value="asha@example.com" />
          </Field>
          <Field label="Category" required>
            <Select
              name="category"
              placeholder="Select a category"
              options={[
                { value: 'a', label: 'Painting' },
                { value: 'b', label: 'Music' },
              ]}
            />
          </Field>
        </Card>
        <Card className="grid content-start gap-6">
          <ChoiceGroup
            legend="I am a"
            name="role"
            defaultValue="student"
            choices={[
              { value: 'student', label: 'Student', icon: <GraduationCap aria-hidden="true" /> },
              { value: 'educator', label: 'Educator', icon: <Presentation aria-hidden="true" /> },
              { value: 'admin', label: 'Admin', icon: <ShieldCheck aria-hidden="true" /> },
            ]}
          />
          <RadioList
            legend="What is wrong with it?"
            name="reason"
            choices={[
              { value: 'spam', label: 'Advertising' },
              { value: 'rude', label: 'Rude' },
            ]}
            value={reason}
            error={reason === '' ? 'Please choose a reason' : undefined}
            onChange={setReason}
          />
          <div>
            <Checkbox label="Painting" aside="12" defaultChecked />
            <Checkbox label="Music" aside="8" />
            <Checkbox label="Not now" disabled />
          </div>
          <Switch label="Free preview" hint="Anyone can watch this lecture." defaultChecked />
          <Switch label="Off" />
          <SearchBox label="Search images" text="clouds" onSearch={() => setRejection(null)} />
          <RatingInput legend="Your rating" stars={[1, 2, 3, 4, 5]} value={stars} onChange={setStars} />
          <Field label="Comment" hint="At most 2,000 characters">
            <Textarea placeholder="Tell others what helped you" />
          </Field>
          <Field label="Image" error={rejection}>
            <FilePicker
              file={file}
              onPick={setFile}
              onReject={setRejection}
              accept="image/*"
              maxBytes={10_000_000}
              hint="PNG, JPEG or WebP, up to 10 MB"
            />
          </Field>
        </Card>
        <Card className="lg:col-span-2">
          <SaveBar inColumn state="Unsaved changes">
            <Button variant="secondary">Cancel</Button>
            <Button>Save</Button>
          </SaveBar>
        </Card>
      </div>
    </ShowcaseSection>
  )
}
