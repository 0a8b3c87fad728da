namespace System.ServiceModel.Channels;

/// <summary>What a header is called and whom it is for.</summary>
public abstract class MessageHeaderInfo
{
    /// <summary>Gets the node the header is for; empty for the one that takes the message.</summary>
    public abstract string Actor { get; }

    public abstract bool IsReferenceParameter { get; }

    /// <summary>Gets whether a receiver that does not know the header must refuse the message.</summary>
    public abstract bool MustUnderstand { get; }

    public abstract string Name { get; }

    public abstract string Namespace { get; }

    public abstract bool Relay { get; }
}
