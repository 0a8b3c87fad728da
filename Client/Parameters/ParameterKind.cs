namespace SfPerf.Client.Parameters;

internal enum ParameterKind
{
    Integer,
    Boolean,
    Text,
    Choice,
    List,
}
