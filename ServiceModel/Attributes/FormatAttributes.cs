namespace System.ServiceModel;

/// <summary>Has the parameters of an operation, or of all operations of a contract, written by
/// <see cref="Xml.Serialization.XmlSerializer"/>. Details of faults stay data contracts.</summary>
[AttributeUsage(AttributeTargets.Method | AttributeTargets.Interface | AttributeTargets.Class)]
public sealed class XmlSerializerFormatAttribute : Attribute
{
    /// <summary>Gets or sets the style; Rpc is refused when opened.</summary>
    public OperationFormatStyle Style { get; set; }

    /// <summary>Gets or sets the use; Encoded is refused when opened.</summary>
    public OperationFormatUse Use { get; set; }
}

/// <summary>Has the parameters written as data contracts, which they are unless something else is said.</summary>
[AttributeUsage(AttributeTargets.Method | AttributeTargets.Interface | AttributeTargets.Class)]
public sealed class DataContractFormatAttribute : Attribute
{
    /// <summary>Gets or sets the style; Rpc is refused when opened.</summary>
    public OperationFormatStyle Style { get; set; }
}

/// <summary>How parameters stand in the body.</summary>
public enum OperationFormatStyle
{
    Document,
    Rpc,
}

/// <summary>How values are written.</summary>
public enum OperationFormatUse
{
    Literal,
    Encoded,
}
