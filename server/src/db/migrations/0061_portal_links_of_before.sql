-- Records of before have no token, or one of 122 bits whose link led nowhere yet, so nobody misses it.
update debtors set public_token = default where public_token is null or length(public_token) < 43;
update invoices set public_token = default where public_token is null or length(public_token) < 43;
update credit_cases set public_token = default where public_token is null or length(public_token) < 43;
update payment_plans set public_token = default where public_token is null or length(public_token) < 43;
