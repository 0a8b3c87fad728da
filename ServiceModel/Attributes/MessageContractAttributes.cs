using SfPerf.ServiceModel.Contracts;

namespace System.ServiceModel;

/// <summary>Marks a class whose members are the headers and the body of a message. An operation takes one object of
/// such a class and nothing else, and returns one, or nothing.</summary>
/// <remarks>The class needs a constructor without parameters, which need not be public. A member that a message lacks
/// keeps what the constructor gave it. Null cannot be sent in the place of the object
/// (<see cref="CommunicationException"/>).</remarks>
[AttributeUsage(AttributeTargets.Class | AttributeTargets.Struct)]
public sealed class MessageContractAttribute : Attribute
{
    /// <summary>Gets or sets whether the body's members stand within an element; true unless set.</summary>
    public bool IsWrapped { get; set; } = true;

    /// <summary>Gets or sets the name of that element; the class's unless set. Not empty.</summary>
    public string? WrapperName { get; set => field = WireName.Checked(value); }

    /// <summary>Gets or sets its namespace; the contract's unless set.</summary>
    public string? WrapperNamespace { get; set; }
}

/// <summary>The base class of the attributes that mark members of message contracts.</summary>
public abstract class MessageContractMemberAttribute : Attribute
{
    private protected MessageContractMemberAttribute()
    {
    }

    /// <summary>Gets or sets the name of the element; the member's unless set. Not empty.</summary>
    public string? Name { get; set => field = WireName.Checked(value); }

    /// <summary>Gets or sets its namespace; the contract's unless set.</summary>
    public string? Namespace { get; set; }
}

/// <summary>Marks a member that stands in the body. Fields and properties may be private.</summary>
[AttributeUsage(AttributeTargets.Field | AttributeTargets.Property)]
public class MessageBodyMemberAttribute : MessageContractMemberAttribute
{
    /// <summary>Gets or sets the place; members without one come first, and those of the same place by name.</summary>
    public int Order
    {
        get;
        set => field = value >= 0 ? value : throw new ArgumentOutOfRangeException(nameof(value), value, null);
    } = -1;
}

/// <summary>Marks a member that is a header; it may be a <see cref="MessageHeader{T}"/>, which itself says for whom it
/// is. A header that is received counts as understood.</summary>
[AttributeUsage(AttributeTargets.Field | AttributeTargets.Property)]
public class MessageHeaderAttribute : MessageContractMemberAttribute
{
    /// <summary>Gets or sets the node the header is for; null for the one that takes the message.</summary>
    public string? Actor { get; set; }

    /// <summary>Gets or sets whether a receiver that does not know the header must refuse the message.</summary>
    public bool MustUnderstand { get; set; }

    /// <summary>Gets or sets whether a node that does not know the header passes it on. Only SOAP 1.2 says
    /// so.</summary>
    public bool Relay { get; set; }
}
