using System.ServiceModel.Channels;

namespace System.ServiceModel;

/// <summary>A fault with a typed detail, declared by <see cref="FaultContractAttribute"/>.</summary>
/// <typeparam name="TDetail">The type of the detail, which has a data contract.</typeparam>
/// <remarks>An operation throws it to have it told to its caller, whose call throws an equal one. The session goes on.
/// Without a declaration of the type the caller gets a <see cref="FaultException"/>.</remarks>
public class FaultException<TDetail> : FaultException
{
    /// <summary>Creates a fault of a sender with the default reason and action.</summary>
    public FaultException(TDetail detail)
        : this(detail, (FaultReason)null!, null!, null!)
    {
    }

    /// <summary>Creates a fault of a sender with the default action.</summary>
    public FaultException(TDetail detail, string reason)
        : this(detail, ToReason(reason), null!, null!)
    {
    }

    /// <summary>Creates a fault of a sender with the default action.</summary>
    public FaultException(TDetail detail, FaultReason reason)
        : this(detail, reason, null!, null!)
    {
    }

    /// <summary>Creates a fault with the default action.</summary>
    public FaultException(TDetail detail, string reason, FaultCode code)
        : this(detail, ToReason(reason), code, null!)
    {
    }

    /// <summary>Creates a fault with the default action.</summary>
    public FaultException(TDetail detail, FaultReason reason, FaultCode code)
        : this(detail, reason, code, null!)
    {
    }

    /// <summary>Creates a fault.</summary>
    public FaultException(TDetail detail, string reason, FaultCode code, string action)
        : this(detail, ToReason(reason), code, action)
    {
    }

    /// <summary>Creates a fault.</summary>
    /// <param name="detail">What the fault carries; null is written as nil.</param>
    /// <param name="reason">Null for a default text.</param>
    /// <param name="code">Null for Sender.</param>
    /// <param name="action">The action of the fault's message; null for that of the
    /// <see cref="FaultContractAttribute"/>.</param>
    public FaultException(TDetail detail, FaultReason reason, FaultCode code, string action)
        : base(reason, code, action) => Detail = detail;

    /// <summary>Gets what the fault carries.</summary>
    public TDetail Detail { get; }

    /// <summary>Makes the fault as it is written, with its detail.</summary>
    public override MessageFault CreateMessageFault() =>
        MessageFault.CreateTyped(Code, Reason, Detail, typeof(TDetail));
}
