print("totals")
