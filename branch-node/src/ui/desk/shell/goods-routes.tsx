import { createRoute } from "@tanstack/react-router";
import { itemsSearch, suppliersSearch } from "#ui/desk/catalogue/catalogue-address.ts";
import { pharmacySearch } from "#ui/desk/pharmacy/pharmacy-list.ts";
import { newOrderSearch, storesSearch } from "#ui/desk/stores/stores-list.ts";
import { lazyPage, root } from "./root-route.tsx";

const pharmacy = createRoute({
  getParentRoute: () => root,
  path: "/pharmacy",
  validateSearch: pharmacySearch,
  component: lazyPage(() => import("#ui/desk/pharmacy/pharmacy-pages.tsx"), "PharmacyPage"),
});

const pharmacyRx = createRoute({
  getParentRoute: () => root,
  path: "/pharmacy/prescriptions/$prescription",
  component: lazyPage(() => import("#ui/desk/pharmacy/pharmacy-pages.tsx"), "PharmacyRxPage"),
});

const counter = createRoute({
  getParentRoute: () => root,
  path: "/pharmacy/counter",
  component: lazyPage(() => import("#ui/desk/pharmacy/pharmacy-pages.tsx"), "CounterPage"),
});

const dispense = createRoute({
  getParentRoute: () => root,
  path: "/pharmacy/dispenses/$dispense",
  component: lazyPage(() => import("#ui/desk/pharmacy/pharmacy-pages.tsx"), "DispensePage"),
});

const stores = createRoute({
  getParentRoute: () => root,
  path: "/stores",
  validateSearch: storesSearch,
  component: lazyPage(() => import("#ui/desk/stores/stores-page.tsx"), "StoresPage"),
});

const stockBatch = createRoute({
  getParentRoute: () => root,
  path: "/stores/stock/$batch",
  component: lazyPage(() => import("#ui/desk/stores/stores-work-pages.tsx"), "StockBatchPage"),
});

const newOrder = createRoute({
  getParentRoute: () => root,
  path: "/stores/orders/new",
  validateSearch: newOrderSearch,
  component: lazyPage(() => import("#ui/desk/stores/stores-work-pages.tsx"), "NewOrderPage"),
});

const order = createRoute({
  getParentRoute: () => root,
  path: "/stores/orders/$purchase",
  component: lazyPage(() => import("#ui/desk/stores/stores-work-pages.tsx"), "OrderPage"),
});

const receive = createRoute({
  getParentRoute: () => root,
  path: "/stores/orders/$purchase/receive",
  component: lazyPage(() => import("#ui/desk/stores/stores-work-pages.tsx"), "ReceivePage"),
});

const receipt = createRoute({
  getParentRoute: () => root,
  path: "/stores/receipts/$receipt",
  component: lazyPage(() => import("#ui/desk/stores/stores-work-pages.tsx"), "ReceiptPage"),
});

const items = createRoute({
  getParentRoute: () => root,
  path: "/stores/items",
  validateSearch: itemsSearch,
  component: lazyPage(() => import("#ui/desk/catalogue/items-pages.tsx"), "ItemsPage"),
});

const newItem = createRoute({
  getParentRoute: () => root,
  path: "/stores/items/new",
  component: lazyPage(() => import("#ui/desk/catalogue/items-pages.tsx"), "NewItemPage"),
});

const item = createRoute({
  getParentRoute: () => root,
  path: "/stores/items/$item",
  component: lazyPage(() => import("#ui/desk/catalogue/items-pages.tsx"), "ItemPage"),
});

const suppliers = createRoute({
  getParentRoute: () => root,
  path: "/stores/suppliers",
  validateSearch: suppliersSearch,
  component: lazyPage(() => import("#ui/desk/catalogue/suppliers-pages.tsx"), "SuppliersPage"),
});

const newSupplier = createRoute({
  getParentRoute: () => root,
  path: "/stores/suppliers/new",
  component: lazyPage(() => import("#ui/desk/catalogue/suppliers-pages.tsx"), "NewSupplierPage"),
});

const supplier = createRoute({
  getParentRoute: () => root,
  path: "/stores/suppliers/$supplier",
  component: lazyPage(() => import("#ui/desk/catalogue/suppliers-pages.tsx"), "SupplierPage"),
});

const opening = createRoute({
  getParentRoute: () => root,
  path: "/stores/opening",
  component: lazyPage(() => import("#ui/desk/catalogue/opening-page.tsx"), "OpeningStockPage"),
});

/** The pages of the pharmacy and the stores. */
export const goodsRoutes = [
  pharmacy,
  pharmacyRx,
  counter,
  dispense,
  stores,
  stockBatch,
  newOrder,
  order,
  receive,
  receipt,
  items,
  newItem,
  item,
  suppliers,
  newSupplier,
  supplier,
  opening,
] as const;
