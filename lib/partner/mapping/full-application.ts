import {
  ACCOUNT_TYPES,
  DELIVERY_TIMES,
  FULL_OWNERSHIPS,
  type FullApplication,
  INDUSTRIES,
  type LineItem,
  LOCATION_TYPES,
  memberValue,
  OUTLETS,
  REFUND_POLICIES,
} from '@/lib/domain/application/full-sections'
import type { OwnershipFacts } from '@/lib/domain/application/ownership'
import type { WireFullApplication, WireLineItem } from '../wire/full-application'
import { fromWireOwners, given, number, opened, toWireAccount, toWireContact } from './application'

/**
 * The body to send to the create-application alias (interface, "Create-application alias body"). Blank
 * values are left out. Throws when a value is still sealed: whoever sends opens first.
 */
export const toWireFullApplication = (application: FullApplication): WireFullApplication => ({
  Opp: toWireOptions(application),
  Mer: toWireMerchant(application),
  lstBens: application.contacts.items.map((owner) => toWireContact(owner)),
  lstbussCheckAcc: application.accounts.items.map((account) => toWireAccount(account)),
  Lstqli: application.pricing.items.map(toWireLineItem),
})

const toWireOptions = ({ merchant, options }: FullApplication): WireFullApplication['Opp'] => ({
  attributes: { type: 'Opportunity' },
  ...given({
    Name: options.applicationName,
    BET_Table_ID_API_Field__c: merchant.betTableId,
    Yearly_Net_Revenue__c: number(options.yearlyNetRevenue),
    Yearly_Card_Volume__c: number(options.yearlyCardVolume),
    High_Monthly_Volume__c: number(options.highMonthlyVolume),
    Avg_Ticket__c: number(options.averageTicket),
    High_Ticket__c: number(options.highTicket),
    Visa_MC_Discover_Volume__c: number(options.cardVolume),
    American_Express_Volume__c: number(options.amexVolume),
    Customer_Type_B2B_Sales__c: number(options.businessSalesPercent),
    Customer_Type_B2C_Sales__c: number(options.consumerSalesPercent),
    Advanced_Payments__c: number(options.advancePaymentsPercent),
    Check_pct__c: number(options.checkPercent),
    Card_Network_Volume_Internet_CNP__c: number(options.internetPercent),
    Card_Network_Volume_Manually_K_M__c: number(options.keyedPercent),
    Card_Network_Volume_MO_TO_CNP__c: number(options.mailOrPhonePercent),
    Card_Network_Volume_Swiped_CP__c: number(options.swipedPercent),
    ACH_Debit_Avg_Dollar_Per_Tx__c: number(options.achDebitAverage),
    ACH_Debit_Max_Dollar_Per_Tx__c: number(options.achDebitHighest),
    ACH_Debit_Max_Dollar_Per_Day__c: number(options.achDebitDailyVolume),
    ACH_Debit_Max_Tx_Per_Day__c: number(options.achDebitDailyCount),
    ACH_Debit_Max_Dollar_Per_Month__c: number(options.achDebitMonthlyVolume),
    ACH_Debit_Max_Tx_Per_Month__c: number(options.achDebitMonthlyCount),
    ACH_Credit_Avg_Dollar_Per_Tx__c: number(options.achCreditAverage),
    ACH_Credit_Max_Dollar_Per_Tx__c: number(options.achCreditHighest),
    ACH_Credit_Max_Dollar_Per_Day__c: number(options.achCreditDailyVolume),
    ACH_Credit_Max_Tx_Per_Day__c: number(options.achCreditDailyCount),
    ACH_Credit_Max_Dollar_Per_Month__c: number(options.achCreditMonthlyVolume),
    ACH_Credit_Max_Tx_Per_Month__c: number(options.achCreditMonthlyCount),
    Amex_Settlement_Existing_SE__c: options.amexServiceEstablishment,
    FCS__c: options.fcs,
    Name_of_Provider__c: options.providerName,
    Merchant__c: options.merchantReference,
    Merchant_Application_Notes__c: options.notes,
    Account_Type__c: listed(ACCOUNT_TYPES, options.accountType),
    Refund_Policy__c: listed(REFUND_POLICIES, options.refundPolicy),
    Days_to_Ship_Deliver__c: listed(DELIVERY_TIMES, options.daysToShip),
  }),
})

const toWireMerchant = ({ merchant, options }: FullApplication): WireFullApplication['Mer'] => ({
  attributes: { type: 'Account' },
  ...given({
    Name: merchant.dbaName,
    Legal_Name__c: merchant.legalName,
    Tax_ID__c: opened(merchant.taxId),
    State_of_Entity_Formation_Incorporation__c: merchant.formationState,
    Association_ID_API_Field__c: merchant.associationIdApi,
    MCC_API_Field__c: merchant.mcc,
    BillingStreet: merchant.billingStreet,
    BillingCity: merchant.billingCity,
    BillingStateCode: merchant.billingState,
    BillingPostalCode: merchant.billingPostalCode,
    BillingCountryCode: merchant.billingCountry,
    ShippingStreet: merchant.shippingStreet,
    ShippingCity: merchant.shippingCity,
    ShippingStateCode: merchant.shippingState,
    ShippingPostalCode: merchant.shippingPostalCode,
    ShippingCountryCode: merchant.shippingCountry,
    Physical_Address_Street__c: merchant.physicalStreet,
    Physical_Address_City__c: merchant.physicalCity,
    Physical_Address_State__c: merchant.physicalState,
    Physical_Address_PostalCode__c: merchant.physicalPostalCode,
    Phone: merchant.phone,
    Fax: merchant.fax,
    Customer_Service_Phone__c: merchant.customerServicePhone,
    App_Email__c: merchant.email,
    Website: merchant.website,
    Industry_Other__c: merchant.industryOther,
    Location_Other__c: merchant.locationOther,
    Date_Established__c: merchant.dateEstablished,
    Date_of_cancellation__c: options.cancellationDate,
    Description: merchant.description,
    Name_of_Previous_Processor__c: options.previousProcessor,
    Name_of_Processor_for_canceled_merchant__c: options.cancelledProcessor,
    Reason_for_cancellation__c: options.cancellationReason,
    Ownership: listed(FULL_OWNERSHIPS, merchant.ownership),
    Industry: listed(INDUSTRIES, merchant.industry),
    Location_Type__c: listed(LOCATION_TYPES, merchant.locationType),
    Chain_Non_Chain__c: listed(OUTLETS, merchant.chainNonChain),
  }),
})

/**
 * The interface does not show the fields of a line item: those that staff named are its members, each of the
 * type that staff gave it.
 * None of them can be called as one of the two that stand here (`memberName` in field.ts).
 */
const toWireLineItem = ({ id, recordType, members }: LineItem): WireLineItem => ({
  ...given(Object.fromEntries(members.map((member) => [member.name, memberValue(member)]))),
  attributes: { type: recordType ?? 'QuoteLineItem' },
  SourceId: id,
})

/** What the ownership rules need, read from a body; whether nobody owns 25 % is not told on the wire. */
export const fromWireFullOwnership = (wire: {
  Mer: Pick<WireFullApplication['Mer'], 'Ownership'>
  lstBens?: Parameters<typeof fromWireOwners>[0]
}): OwnershipFacts => ({
  kind: 'full',
  ownership: wire.Mer.Ownership ?? '',
  contacts: fromWireOwners(wire.lstBens ?? []),
  nobodyOwns25: null,
})

/** The schema has taken none but a listed value. */
const listed = <T extends string>(values: readonly T[], chosen: string | null): T | undefined =>
  values.find((value) => value === chosen)
