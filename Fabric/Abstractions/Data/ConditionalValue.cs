#nullable disable

namespace Microsoft.ServiceFabric.Data;

public struct ConditionalValue<TValue>
{
    public ConditionalValue(bool hasValue, TValue value)
    {
        HasValue = hasValue;
        Value = value;
    }

    public TValue Value { get; internal set; }

    public bool HasValue { get; internal set; }
}
