using System;

namespace SfPerf.ServiceModel.Tests.Services;

public sealed class PlainDivider : IPlainDivider
{
    public int Divide(int value, ref int by, out int remainder)
    {
        var quotient = Math.DivRem(value, by, out remainder);
        by = -by;
        return quotient;
    }
}
