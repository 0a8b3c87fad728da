using SfPerf.ServiceModel.Soap;

namespace System.ServiceModel;

/// <summary>A fault's code and its finer subcode. Instances do not change and may be shared.</summary>
/// <remarks>The codes Sender and Receiver of SOAP 1.2 are Client and Server in SOAP 1.1; either is written as the
/// message's version has it. SOAP 1.1 has no subcodes: there the subcode is written in the place of the code.</remarks>
public class FaultCode
{
    /// <summary>Creates a code of SOAP, such as Sender.</summary>
    /// <param name="name">Not empty.</param>
    public FaultCode(string name)
        : this(name, "", null)
    {
    }

    /// <summary>Creates a code of SOAP, such as Sender, with a subcode.</summary>
    /// <param name="name">Not empty.</param>
    /// <param name="subCode">The finer code.</param>
    public FaultCode(string name, FaultCode subCode)
        : this(name, "", subCode)
    {
    }

    /// <summary>Creates a code.</summary>
    /// <param name="name">Not empty.</param>
    /// <param name="ns">The namespace; empty or null for a code of SOAP.</param>
    public FaultCode(string name, string ns)
        : this(name, ns, null)
    {
    }

    /// <summary>Creates a code with a subcode.</summary>
    /// <param name="name">Not empty.</param>
    /// <param name="ns">The namespace; empty or null for a code of SOAP.</param>
    /// <param name="subCode">The finer code; null for none.</param>
    /// <exception cref="ArgumentException">The name is null or empty.</exception>
    public FaultCode(string name, string ns, FaultCode? subCode)
    {
        ArgumentException.ThrowIfNullOrEmpty(name);
        Name = name;
        Namespace = ns ?? "";
        SubCode = subCode;
    }

    /// <summary>Gets the name.</summary>
    public string Name { get; }

    /// <summary>Gets the namespace; empty for a code of SOAP that this side made.</summary>
    public string Namespace { get; }

    /// <summary>Gets the finer code; null for none.</summary>
    public FaultCode? SubCode { get; }

    /// <summary>Gets whether the code is one of SOAP.</summary>
    public bool IsPredefinedFault =>
        Namespace.Length == 0 || Namespace == Names.Soap12.Value || Namespace == Names.Soap11.Value;

    /// <summary>Gets whether the message was wrong, so that sending it again does not help: Sender, or Client in SOAP
    /// 1.1.</summary>
    public bool IsSenderFault => IsPredefinedFault && Name is "Sender" or "Client";

    /// <summary>Gets whether the service could not process the message: Receiver, or Server in SOAP 1.1.</summary>
    public bool IsReceiverFault => IsPredefinedFault && Name is "Receiver" or "Server";

    /// <summary>Creates the code Sender with a subcode.</summary>
    public static FaultCode CreateSenderFaultCode(FaultCode subCode) => new("Sender", subCode);

    /// <summary>Creates the code Sender with a subcode of a name and namespace.</summary>
    public static FaultCode CreateSenderFaultCode(string name, string ns) => new("Sender", new FaultCode(name, ns));

    /// <summary>Creates the code Receiver with a subcode.</summary>
    public static FaultCode CreateReceiverFaultCode(FaultCode subCode) => new("Receiver", subCode);

    /// <summary>Creates the code Receiver with a subcode of a name and namespace.</summary>
    public static FaultCode CreateReceiverFaultCode(string name, string ns) =>
        new("Receiver", new FaultCode(name, ns));
}
