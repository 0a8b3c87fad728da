using SfPerf.ServiceModel.Contracts;

namespace System.ServiceModel;

/// <summary>Marks a class whose members are the headers and the body of a message. An operation takes one object of
/// such a class and nothing else, and returns one, or nothing.</summary>
[AttributeUsage(AttributeTargets.Class | AttributeTargets.Struct)]
public sealed class MessageContractAttribute : Attribute
{
    /// <summary>Gets or sets whether the body's members stand within an element; true unless set.</summary>
    public bool IsWrapped { get; set; } = true;

    /// <summary>Gets or sets the name of that element; the class's unless set.</summary>
    public string? WrapperName { get; set => field = WireName.Checked(value); }

    /// <summary>Gets or sets its namespace; the contract's unless set.</summary>
    public string? WrapperNamespace { get; set; }
}

/// <summary>What members of message contracts have in common.</summary>
public abstract class MessageContractMemberAttribute : Attribute
{
    private protected MessageContractMemberAttribute()
    {
    }

    /// <summary>Gets or sets the name of the element; the member's unless set.</summary>
    public string? Name { get; set => field = WireName.Checked(value); }

    /// <summary>Gets or sets its namespace; the contract's unless set.</summary>
    public string? Namespace { get; set; }
}

/// <summary>Marks a member that stands in the body.</summary>
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

/// <summary>Marks a member that is a header; it may be a <see cref="MessageHeader{T}"/>.</summary>
[AttributeUsage(AttributeTargets.Field | AttributeTargets.Property)]
public class MessageHeaderAttribute : MessageContractMemberAttribute
{
    public string? Actor { get; set; }

    public bool MustUnderstand { get; set; }

    public bool Relay { get; set; }
}
