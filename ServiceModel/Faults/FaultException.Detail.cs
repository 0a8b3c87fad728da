using System.ServiceModel.Channels;

namespace System.ServiceModel;

/// <summary>A fault with a typed detail, declared by <see cref="FaultContractAttribute"/>.</summary>
public class FaultException<TDetail> : FaultException
{
    public FaultException(TDetail detail)
        : this(detail, (FaultReason)null!, null!, null!)
    {
    }

    public FaultException(TDetail detail, string reason)
        : this(detail, ToReason(reason), null!, null!)
    {
    }

    public FaultException(TDetail detail, FaultReason reason)
        : this(detail, reason, null!, null!)
    {
    }

    public FaultException(TDetail detail, string reason, FaultCode code)
        : this(detail, ToReason(reason), code, null!)
    {
    }

    public FaultException(TDetail detail, FaultReason reason, FaultCode code)
        : this(detail, reason, code, null!)
    {
    }

    public FaultException(TDetail detail, string reason, FaultCode code, string action)
        : this(detail, ToReason(reason), code, action)
    {
    }

    public FaultException(TDetail detail, FaultReason reason, FaultCode code, string action)
        : base(reason, code, action) => Detail = detail;

    public TDetail Detail { get; }

    public override MessageFault CreateMessageFault() =>
        MessageFault.CreateTyped(Code, Reason, Detail, typeof(TDetail));
}
