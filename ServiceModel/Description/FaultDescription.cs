using System.Runtime.Serialization;

namespace System.ServiceModel.Description;

/// <summary>A fault that an operation declares by <see cref="FaultContractAttribute"/>.</summary>
public class FaultDescription
{
    internal FaultDescription(string action, Type detailType, string name, string ns, XmlObjectSerializer serializer)
    {
        Action = action;
        DetailType = detailType;
        Name = name;
        Namespace = ns;
        Serializer = serializer;
    }

    /// <summary>Gets the action of the fault's message.</summary>
    public string Action { get; }

    /// <summary>Gets the type of the detail.</summary>
    public Type DetailType { get; }

    /// <summary>Gets the name that the attribute sets for the detail's element; else the type's name with "Fault",
    /// which the element does not have.</summary>
    public string Name { get; }

    /// <summary>Gets the namespace of the detail's element, if the attribute sets its name.</summary>
    public string Namespace { get; }

    internal XmlObjectSerializer Serializer { get; }
}
