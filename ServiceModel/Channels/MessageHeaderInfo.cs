namespace System.ServiceModel.Channels;

/// <summary>The name, the namespace and the attributes of a message header.</summary>
public abstract class MessageHeaderInfo
{
    /// <summary>Gets the node the header is for; empty for the one that takes the message.</summary>
    public abstract string Actor { get; }

    /// <summary>Gets whether the header comes from an endpoint's reference parameters, which do not exist
    /// here.</summary>
    public abstract bool IsReferenceParameter { get; }

    /// <summary>Gets whether a receiver that does not know the header must refuse the message.</summary>
    public abstract bool MustUnderstand { get; }

    /// <summary>Gets the name of the element.</summary>
    public abstract string Name { get; }

    /// <summary>Gets the namespace of the element; empty for none.</summary>
    public abstract string Namespace { get; }

    /// <summary>Gets whether a node that does not know the header passes it on. Only SOAP 1.2 says so.</summary>
    public abstract bool Relay { get; }
}
