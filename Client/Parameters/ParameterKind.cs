namespace SfPerf.Client.Parameters;

internal enum ParameterKind
{
    Integer,
    Number,
    Boolean,
    Text,
    Choice,
    List,
}
