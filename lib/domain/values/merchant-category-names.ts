/**
 * Merchant category codes (ISO 18245, as card networks use it) with their names, for searching. Separate from the plain
 * codes (`merchant-categories.ts`), which every page of the form loads.
 */
export const CATEGORY_NAMES: Readonly<Record<string, string>> = Object.fromEntries(
  `0742 Veterinary services
0763 Agricultural cooperatives
0780 Landscaping and horticultural services
1520 General contractors
1711 Heating, plumbing and air conditioning contractors
1731 Electrical contractors
1740 Masonry, stonework, tile, plastering and insulation contractors
1750 Carpentry contractors
1761 Roofing, siding and sheet metal contractors
1771 Concrete work contractors
1799 Special trade contractors
2741 Publishing and printing
2791 Typesetting and plate making
2842 Specialty cleaning, polishing and sanitation preparations
4011 Railroads, freight
4111 Local and suburban commuter transportation
4112 Passenger railways
4119 Ambulance services
4121 Taxicabs and limousines
4131 Bus lines
4214 Motor freight carriers, moving and storage
4215 Courier services
4225 Public warehousing and storage
4411 Cruise lines
4457 Boat rentals and leases
4468 Marinas, marine service and supplies
4511 Airlines and air carriers
4582 Airports and airport terminals
4722 Travel agencies and tour operators
4723 Package tour operators
4784 Tolls and bridge fees
4789 Transportation services
4812 Telecommunication equipment and telephone sales
4813 Telecommunication service, key-entry
4814 Telecommunication services
4815 Monthly summary telephone charges
4816 Computer network and information services
4821 Telegraph services
4829 Money transfer
4899 Cable, satellite and other pay television and radio
4900 Utilities: electric, gas, water, sanitary
5013 Motor vehicle supplies and new parts
5021 Office and commercial furniture
5039 Construction materials
5044 Photographic, photocopy and microfilm equipment
5045 Computers, peripherals and software
5046 Commercial equipment
5047 Medical, dental, ophthalmic and hospital equipment
5051 Metal service centers
5065 Electrical parts and equipment
5072 Hardware, equipment and supplies
5074 Plumbing and heating equipment
5085 Industrial supplies
5094 Precious stones and metals, watches and jewelry
5099 Durable goods
5111 Stationery and office supplies
5122 Drugs and druggist sundries
5131 Piece goods, notions and dry goods
5137 Uniforms and commercial clothing
5139 Commercial footwear
5169 Chemicals and allied products
5172 Petroleum and petroleum products
5192 Books, periodicals and newspapers
5193 Florist supplies, nursery stock and flowers
5198 Paints, varnishes and supplies
5199 Nondurable goods
5200 Home supply warehouse stores
5211 Lumber and building materials stores
5231 Glass, paint and wallpaper stores
5251 Hardware stores
5261 Nurseries, lawn and garden supply stores
5262 Marketplaces
5271 Mobile home dealers
5300 Wholesale clubs
5309 Duty-free stores
5310 Discount stores
5311 Department stores
5331 Variety stores
5399 General merchandise
5411 Grocery stores and supermarkets
5422 Freezer and locker meat provisioners
5441 Candy, nut and confectionery stores
5451 Dairy products stores
5462 Bakeries
5499 Convenience and specialty food stores
5511 Car and truck dealers, new and used
5521 Car and truck dealers, used only
5531 Auto and home supply stores
5532 Automotive tire stores
5533 Automotive parts and accessories stores
5541 Service stations
5542 Automated fuel dispensers
5551 Boat dealers
5552 Electric vehicle charging
5561 Camper, recreational and utility trailer dealers
5571 Motorcycle shops and dealers
5592 Motor home dealers
5598 Snowmobile dealers
5599 Automotive, aircraft and farm equipment dealers
5611 Men's and boys' clothing stores
5621 Women's ready-to-wear stores
5631 Women's accessory and specialty shops
5641 Children's and infants' wear stores
5651 Family clothing stores
5655 Sports and riding apparel stores
5661 Shoe stores
5681 Furriers and fur shops
5691 Men's and women's clothing stores
5697 Tailors, seamstresses and alterations
5698 Wig and toupee stores
5699 Apparel and accessory shops
5712 Furniture and home furnishings stores
5713 Floor covering stores
5714 Drapery, window covering and upholstery stores
5715 Alcoholic beverage wholesalers
5718 Fireplaces and accessories stores
5719 Home furnishing specialty stores
5722 Household appliance stores
5732 Electronics stores
5733 Music stores, instruments and sheet music
5734 Computer software stores
5735 Record stores
5811 Caterers
5812 Restaurants
5813 Bars, taverns and nightclubs
5814 Fast food restaurants
5815 Digital goods: media
5816 Digital goods: games
5817 Digital goods: applications
5818 Digital goods: large merchant
5912 Drug stores and pharmacies
5921 Package stores: beer, wine and liquor
5931 Used merchandise and secondhand stores
5932 Antique shops
5933 Pawn shops
5935 Wrecking and salvage yards
5937 Antique reproductions
5940 Bicycle shops
5941 Sporting goods stores
5942 Book stores
5943 Stationery and office supply stores
5944 Jewelry, watch, clock and silverware stores
5945 Hobby, toy and game shops
5946 Camera and photographic supply stores
5947 Gift, card, novelty and souvenir shops
5948 Luggage and leather goods stores
5949 Sewing, needlework and fabric stores
5950 Glassware and crystal stores
5960 Direct marketing: insurance
5961 Mail order houses
5962 Direct marketing: travel
5963 Door-to-door sales
5964 Direct marketing: catalog
5965 Direct marketing: catalog and retail
5966 Direct marketing: outbound telemarketing
5967 Direct marketing: inbound teleservices
5968 Direct marketing: continuity and subscription
5969 Direct marketing: other
5970 Artist's supply and craft shops
5971 Art dealers and galleries
5972 Stamp and coin stores
5973 Religious goods stores
5975 Hearing aids
5976 Orthopedic goods and prosthetic devices
5977 Cosmetic stores
5978 Typewriter stores
5983 Fuel dealers
5992 Florists
5993 Cigar stores and stands
5994 News dealers and newsstands
5995 Pet shops, food and supplies
5996 Swimming pools
5997 Electric razor stores
5998 Tent and awning shops
5999 Specialty retail stores
6010 Financial institutions: manual cash
6011 Financial institutions: automated cash
6012 Financial institutions: merchandise and services
6050 Quasi cash: financial institution
6051 Quasi cash: money orders, foreign and virtual currency
6211 Security brokers and dealers
6300 Insurance sales, underwriting and premiums
6381 Insurance premiums
6399 Insurance, other
6513 Real estate agents and managers: rentals
6532 Payment transaction: customer financial institution
6533 Payment transaction: merchant
6536 Money transfer, domestic
6537 Money transfer, cross-border
6538 Funding transaction
6540 Stored value card purchase and load
7011 Hotels, motels and resorts
7012 Timeshares
7032 Sporting and recreational camps
7033 Trailer parks and campgrounds
7210 Laundry, cleaning and garment services
7211 Laundries, family and commercial
7216 Dry cleaners
7217 Carpet and upholstery cleaning
7221 Photographic studios
7230 Beauty and barber shops
7251 Shoe repair, shoe shine and hat cleaning
7261 Funeral services and crematories
7273 Dating and escort services
7276 Tax preparation services
7277 Counseling services
7278 Buying and shopping services
7280 Hospital patient personal funds
7295 Babysitting services
7296 Clothing rental
7297 Massage parlors
7298 Health and beauty spas
7299 Personal services
7311 Advertising services
7321 Consumer credit reporting agencies
7322 Debt collection agencies
7332 Blueprinting and photocopying
7333 Commercial photography, art and graphics
7338 Quick copy and reproduction
7339 Stenographic and secretarial support
7342 Exterminating and disinfecting
7349 Cleaning, maintenance and janitorial services
7361 Employment agencies and temporary help
7372 Computer programming and systems design
7375 Information retrieval services
7379 Computer maintenance and repair
7392 Management, consulting and public relations
7393 Detective and protective agencies
7394 Equipment rental and leasing
7395 Photofinishing laboratories
7399 Business services
7511 Truck stops
7512 Automobile rental
7513 Truck and utility trailer rental
7519 Motor home and recreational vehicle rental
7523 Parking lots and garages
7524 Express payment service: parking
7531 Automotive body repair shops
7534 Tire retreading and repair
7535 Automotive paint shops
7538 Automotive service shops
7542 Car washes
7549 Towing services
7622 Electronics repair shops
7623 Air conditioning and refrigeration repair
7629 Electrical and small appliance repair
7631 Watch, clock and jewelry repair
7641 Furniture reupholstery, repair and refinishing
7692 Welding services
7699 Repair shops and related services
7800 Government-owned lotteries
7801 Government-licensed online casinos
7802 Government-licensed horse and dog racing
7829 Motion picture and video tape production
7832 Motion picture theaters
7833 Express payment service: theaters
7841 Video rental stores
7911 Dance halls, studios and schools
7922 Theatrical producers and ticket agencies
7929 Bands, orchestras and entertainers
7932 Billiard and pool establishments
7933 Bowling alleys
7941 Commercial sports, clubs and promoters
7991 Tourist attractions and exhibits
7992 Public golf courses
7993 Video amusement game supplies
7994 Video game arcades
7995 Betting and casino gambling
7996 Amusement parks, circuses and carnivals
7997 Membership clubs, country clubs and private golf
7998 Aquariums
7999 Recreation services
8011 Doctors and physicians
8021 Dentists and orthodontists
8031 Osteopaths
8041 Chiropractors
8042 Optometrists and ophthalmologists
8043 Opticians, optical goods and eyeglasses
8044 Optical goods and eyeglasses
8049 Podiatrists and chiropodists
8050 Nursing and personal care facilities
8062 Hospitals
8071 Medical and dental laboratories
8099 Medical services and health practitioners
8111 Legal services and attorneys
8211 Elementary and secondary schools
8220 Colleges, universities and professional schools
8241 Correspondence schools
8244 Business and secretarial schools
8249 Trade and vocational schools
8299 Schools and educational services
8351 Child care services
8398 Charitable and social service organizations
8641 Civic, social and fraternal associations
8651 Political organizations
8661 Religious organizations
8675 Automobile associations
8699 Membership organizations
8734 Testing laboratories
8911 Architectural, engineering and surveying services
8931 Accounting, auditing and bookkeeping services
8999 Professional services
9211 Court costs, alimony and child support
9222 Fines
9223 Bail and bond payments
9311 Tax payments
9399 Government services
9402 Postal services
9405 US federal government agencies
9406 Government-owned lotteries (non-US)
9700 Automated referral service
9701 Visa credential server
9702 Emergency services
9751 UK supermarkets, electronic hot file
9752 UK petrol stations, electronic hot file
9753 Gambling: horse and dog racing
9754 Gambling: horse and dog racing, state lotteries
9950 Intra-company purchases`
    .split('\n')
    .map((line) => [line.slice(0, 4), line.slice(5)]),
)

/**
 * `5812 restaurants` → `5812`, if the words belong to that code's name. Text that names another category stays as it
 * is, for a person to resolve.
 */
export function readCategory(text: string): string {
  const [, code = '', rest = ''] = /^\s*(\d{4})\b(.*)$/su.exec(text) ?? []
  const wordsOf = (words: string) => words.toLowerCase().match(/\p{L}{3,}/gu) ?? []
  const name = wordsOf(CATEGORY_NAMES[code] ?? '').filter((word) => word !== 'and')
  const words = wordsOf(rest).filter((word) => word !== 'and')
  const isOfName = (word: string) => name.some((one) => one.startsWith(word) || word.startsWith(one))
  return words.length > 0 && words.every(isOfName) ? code : text
}
