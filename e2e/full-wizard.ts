import { expect } from '@playwright/test'
import type { FullDraft } from '@/lib/domain/application/full-sections'
import { exampleFullDraft } from '@/lib/testing/example-full-draft'
import { SEND_NOW, Wizard } from './wizard'

/** The wizard of a full application with pricing. */
export class FullWizard extends Wizard {
  override async start(): Promise<string> {
    await this.page.goto('/applications')
    await this.page.getByRole('button', { name: 'Choose the kind of the new application' }).first().click()
    await this.page.getByRole('button', { name: 'Full application with pricing' }).first().click()
    await this.page.waitForURL(/\/applications\/[^/]+\/merchant/)
    await expect(this.page.getByLabel('Legal name')).toBeEnabled()
    return this.id()
  }

  /** Enters every member of the record into its own field. A member without a field fails. */
  async fillRecord(at: string, record: object): Promise<void> {
    for (const [name, value] of Object.entries(record)) {
      if (name === 'id' || name === 'members' || value === '') continue
      const path = `${at}.${name}`
      if (Array.isArray(value)) {
        for (const role of value) await this.field(path).getByLabel(role).check()
      } else if (typeof value === 'string') {
        const input = this.input(path)
        const kind = await input.evaluate((element) =>
          element instanceof HTMLInputElement ? element.type : element.tagName,
        )
        if (kind === 'radio') await this.field(path).locator(`input[value="${value}"]`).check()
        else await (kind === 'SELECT' ? input.selectOption(value) : input.fill(value))
      }
    }
  }

  /** Starts from a blank item, which has one member already. */
  async fillLineItem(index: number, item: FullDraft['pricing']['items'][number]): Promise<void> {
    const at = `pricing.items.${index}`
    await this.page.getByRole('button', { name: 'Add a blank line item' }).click()
    await this.fillRecord(at, item)
    for (const [place, { name, value }] of item.members.entries()) {
      if (place > 0) await this.field(`${at}.members`).getByRole('button', { name: 'Add a field' }).click()
      await this.type(`${at}.members.${place}.name`, name)
      await this.type(`${at}.members.${place}.value`, value)
    }
  }

  /** The example has nine zeros as routing number, which no bank has. */
  override async submit(): Promise<void> {
    await this.page.getByRole('button', { name: 'Submit…' }).click()
    await this.page.getByRole('checkbox', { name: 'Submit it as it is' }).check()
    await this.page.getByRole('button', { name: SEND_NOW }).click()
  }

  /** Fills every field of every step, from the empty form to the review. */
  async fillEverything(draft: FullDraft): Promise<void> {
    await this.fillRecord('merchant', draft.merchant)
    await this.continueTo('Owners and contacts')
    for (const [index, owner] of draft.contacts.items.entries()) {
      const add = index === 0 ? 'Add the first person' : 'Add a person'
      await this.page.getByRole('button', { name: add }).click()
      await this.fillRecord(`contacts.items.${index}`, owner)
    }
    await this.continueTo('Bank accounts')
    for (const [index, account] of draft.accounts.items.entries()) {
      const add = index === 0 ? 'Add the first account' : 'Add an account'
      await this.page.getByRole('button', { name: add }).click()
      await this.fillRecord(`accounts.items.${index}`, account)
    }
    await this.continueTo('Options')
    await this.fillRecord('options', draft.options)
    await this.continueTo('Pricing and equipment')
    for (const [index, item] of draft.pricing.items.entries()) await this.fillLineItem(index, item)
    await this.continueTo('Documents')
    await this.continueTo('Review and submit')
  }
}

/** The example with a use of the account that the Settings here list. */
export function completeDraft(merchant: Partial<FullDraft['merchant']> = {}): FullDraft {
  const draft = exampleFullDraft()
  return {
    ...draft,
    merchant: { ...draft.merchant, ...merchant },
    accounts: { items: draft.accounts.items.map((account) => ({ ...account, ddaType: 'Deposit' })) },
  }
}
