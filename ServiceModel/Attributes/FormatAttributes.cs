namespace System.ServiceModel;

/// <summary>Makes <see cref="Xml.Serialization.XmlSerializer"/> write the parameters of an operation, or of all
/// operations of a contract. Details of faults stay data contracts.</summary>
/// <remarks>Attributes of that serializer on types work; those on parameters have no effect.</remarks>
[AttributeUsage(AttributeTargets.Method | AttributeTargets.Interface | AttributeTargets.Class)]
public sealed class XmlSerializerFormatAttribute : Attribute
{
    /// <summary>Gets or sets the style; Document unless set. Rpc is refused when opened
    /// (<see cref="NotSupportedException"/>).</summary>
    public OperationFormatStyle Style { get; set; }

    /// <summary>Gets or sets the use; Literal unless set. Encoded is refused when opened
    /// (<see cref="NotSupportedException"/>).</summary>
    public OperationFormatUse Use { get; set; }
}

/// <summary>Makes parameters data contracts, which they are by default. On a method it takes precedence over a
/// contract's <see cref="XmlSerializerFormatAttribute"/>.</summary>
[AttributeUsage(AttributeTargets.Method | AttributeTargets.Interface | AttributeTargets.Class)]
public sealed class DataContractFormatAttribute : Attribute
{
    /// <summary>Gets or sets the style; Document unless set. Rpc is refused when opened
    /// (<see cref="NotSupportedException"/>).</summary>
    public OperationFormatStyle Style { get; set; }
}

/// <summary>Specifies how parameters stand in the body.</summary>
public enum OperationFormatStyle
{
    /// <summary>Parameters stand within an element named as the operation; a message contract may say
    /// otherwise.</summary>
    Document,

    /// <summary>Parameters stand in a remote procedure call of SOAP. Not supported.</summary>
    Rpc,
}

/// <summary>Specifies how values are written.</summary>
public enum OperationFormatUse
{
    /// <summary>Values are written as their schema types.</summary>
    Literal,

    /// <summary>Values are written by the encoding rules of SOAP. Not supported.</summary>
    Encoded,
}
