#nullable disable

namespace Microsoft.ServiceFabric.Data;

/// <summary>A value that may be absent. A value that is there may be null.</summary>
/// <typeparam name="TValue">The type of the value.</typeparam>
public struct ConditionalValue<TValue>
{
    /// <summary>Initializes a new instance of the <see cref="ConditionalValue{TValue}"/> struct.</summary>
    /// <param name="hasValue">Whether there is a value.</param>
    /// <param name="value">The value; the default of its type if there is none.</param>
    public ConditionalValue(bool hasValue, TValue value)
    {
        HasValue = hasValue;
        Value = value;
    }

    /// <summary>Gets the value; the default of its type if there is none.</summary>
    public TValue Value { get; internal set; }

    /// <summary>Gets a value indicating whether there is a value.</summary>
    public bool HasValue { get; internal set; }
}
